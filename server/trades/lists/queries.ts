/**
 * SQL of the three lists. IDs are ordered by time, so newest first is the primary key backwards, a cursor is an ID, and a time range is a range of IDs: page
 * 10,000 costs the same as page 1.
 */
import type { RawBuilder } from 'kysely'
import { patternsOf } from '#contract/trades/merchantAliases.ts'
import type { Actor } from '#server/core/actor.ts'
import { cardIdsBy } from '#server/cards/cards.ts'
import { HOUR } from '#server/core/clock.ts'
import { ofAccount } from '#server/core/database/cells.ts'
import { subNoSql } from '#server/identity/identity.ts'
import { db, many, one, sql } from '#server/core/db.ts'
import { firstIdOf } from '#server/core/ids.ts'
import { authKey, firstAuthKey } from '../authId.ts'
import { authColumns, authOwner, authsOf, authsOfCards, type AuthRow } from '../auths.ts'
import type { TradeRow } from '../queries.ts'

/** An exact count beyond this costs more than it is worth. */
export const TOTAL_CAP = 10_000

export type Scope = 'own' | 'subs' | 'all'
/** The common filters of the three lists. */
export type Filters = {
  pageNo: number
  pageSize: number
  cursor?: string | undefined
  cardSeqNo?: string | undefined
  lastFour?: string | undefined
  cardId?: string | undefined
  cardAuthId?: string | undefined
  merchant?: string | undefined
  country?: string | undefined
  currency?: string | undefined
  minAmount?: number | undefined
  maxAmount?: number | undefined
  startTime?: number | undefined
  endTime?: number | undefined
  tagId?: string | undefined
  gid?: string | undefined
  subUid?: string | undefined
}
type Merchant = { merchant_name: string; mcc: string; country: string }
export type AuthListRow = AuthRow & Merchant
export type TradeListRow = TradeRow & Merchant

/** A table of transactions, and how its rows are named: authorizations by numbers, settled transactions by texts. */
type List = {
  readonly table: 'auth' | 'trade'
  readonly id: 'auth_id' | 'trade_id'
  /** Reads the id of a row; `undefined` for a text that is none. */
  readonly key: (id: string) => RawBuilder<unknown> | undefined
  readonly firstKey: (ms: number) => RawBuilder<unknown>
  readonly ofAccount: (accountId: string) => RawBuilder<unknown>
  readonly ofCards: (accountId: string, cardIds: readonly string[]) => RawBuilder<unknown>
  readonly ofSub: (accountId: string, subUid: string) => RawBuilder<unknown>
  /** The column that is null on rows of the account's own cards. */
  readonly sub: 'owner_sub_no' | 'owner_sub_uid'
  /** What a row shows, read from `listed`, and the joins for it. */
  readonly columns: RawBuilder<unknown>
  readonly joins: (accountId: string) => RawBuilder<unknown>
}
const bigint = (key: string | undefined) => (key === undefined ? undefined : sql`${key}::bigint`)
export const AUTHS: List = {
  table: 'auth',
  id: 'auth_id',
  key: (id) => bigint(authKey(id)),
  firstKey: (ms) => bigint(firstAuthKey(ms))!,
  ofAccount: authsOf,
  ofCards: authsOfCards,
  ofSub: (accountId, subUid) => sql`owner_sub_no = ${subNoSql(accountId, subUid)}`,
  sub: 'owner_sub_no',
  columns: authColumns,
  joins: authOwner,
}
const TRADE_ID = /^trd_[0-9A-HJKMNP-TV-Z]{26}$/
export const TRADES: List = {
  table: 'trade',
  id: 'trade_id',
  key: (id) => (TRADE_ID.test(id) ? sql`${id}` : undefined),
  firstKey: (ms) => sql`${firstIdOf('trd', ms)}`,
  ofAccount: (accountId) => ofAccount(accountId),
  ofCards: (_, cardIds) => sql`card_id = ANY (${[...cardIds]})`,
  ofSub: (_, subUid) => sql`owner_sub_uid = ${subUid}`,
  sub: 'owner_sub_uid',
  columns: sql`trade.*`,
  joins: () => sql``,
}

/** Filters as conditions on one table; `undefined` if nothing can match. */
export async function conditionsOf(
  list: List,
  actor: Pick<Actor, 'accountId' | 'subUid'>,
  scope: Scope,
  input: Filters,
  more: RawBuilder<unknown>[],
): Promise<RawBuilder<unknown> | undefined> {
  const { accountId } = actor
  const all = [list.ofAccount(accountId), ...ownedBy(list, actor, scope, input.subUid), ...more]
  const [cardIds, merchants] = await Promise.all([cardIdsBy(db, actor, input), merchantsBy(input)])
  if (cardIds?.length === 0 || merchants?.length === 0) return undefined

  if (input.cardId !== undefined) all.push(list.ofCards(accountId, [input.cardId]))
  if (input.cardAuthId !== undefined) {
    const authId = list.table === 'auth' ? list.key(input.cardAuthId) : sql`${input.cardAuthId}`
    if (!authId) return undefined
    all.push(sql`auth_id = ${authId}`)
  }
  if (cardIds) all.push(list.ofCards(accountId, cardIds))
  if (merchants) all.push(sql`merchant_no = ANY (${merchants})`)
  if (input.currency !== undefined) all.push(sql`merchant_currency = ${input.currency}`)
  if (input.minAmount !== undefined) all.push(sql`abs(amount_cents) >= ${input.minAmount}`)
  if (input.maxAmount !== undefined) all.push(sql`abs(amount_cents) <= ${input.maxAmount}`)
  // A row is stored after its event happened, so the ID bounds the search from below; from above it does so only where the two times are equal.
  if (input.startTime !== undefined)
    all.push(
      sql`${sql.ref(list.id)} >= ${list.firstKey(Math.max(0, input.startTime - HOUR))}`,
      sql`occurred_at >= ${new Date(input.startTime)}`,
    )
  if (input.endTime !== undefined) all.push(sql`occurred_at <= ${new Date(input.endTime)}`)
  return sql.join(all, sql` AND `)
}

/** A sub-account gets its own regardless of the input. */
function ownedBy(
  { sub, ofSub }: List,
  { accountId, subUid }: Pick<Actor, 'accountId' | 'subUid'>,
  scope: Scope,
  asked: string | undefined,
): RawBuilder<unknown>[] {
  const one = subUid ?? asked
  if (one !== undefined) return [ofSub(accountId, one)]
  return scope === 'all' ? [] : [scope === 'own' ? sql`${sql.ref(sub)} IS NULL` : sql`${sql.ref(sub)} IS NOT NULL`]
}

/** Merchants are few: the matching ones are found first, and then looked up in the tenant's own index. */
async function merchantsBy({ merchant, country }: Filters): Promise<number[] | undefined> {
  if (merchant === undefined && country === undefined) return undefined
  const rows = await many(
    db,
    sql<{ merchant_no: number }>`
    SELECT merchant_no
      FROM merchant
     WHERE true
       ${merchant === undefined ? sql`` : sql`AND words ILIKE ANY (${patternsOf(merchant)}::text[])`}
       ${country === undefined ? sql`` : sql`AND country = ${country}`}
     LIMIT 5000`,
  )
  return rows.map(({ merchant_no }) => merchant_no)
}

/** Beyond this many rows it is cheaper to page through the index alone and to fetch only what is shown. */
const DEEP = 1000

/** One row more than the page, to know whether there is a next page. */
export async function rowsOf<R extends object>(
  { table, id, key, ofAccount, columns, joins }: List,
  accountId: string,
  where: RawBuilder<unknown>,
  { cursor, pageNo, pageSize }: Filters,
): Promise<R[]> {
  const order = sql.ref(id)
  const offset = cursor === undefined ? (pageNo - 1) * pageSize : 0
  const page = (columns: RawBuilder<unknown>) => sql`
    SELECT ${columns}
      FROM ${sql.table(table)}
     WHERE ${where}
       ${cursor === undefined ? sql`` : sql`AND ${order} < ${key(cursor)}`}
     ORDER BY ${order} DESC
     ${offset ? sql`LIMIT ${pageSize + 1} OFFSET ${offset}` : sql.raw(`LIMIT ${pageSize + 1}`)}`
  const listed =
    offset < DEEP
      ? page(sql`*`)
      : sql`SELECT found.* FROM (${page(order)}) AS page JOIN (SELECT * FROM ${sql.table(table)} WHERE ${ofAccount(accountId)}) AS found USING (${order})`
  const asked = sql<R>`
    SELECT ${columns}, merchant.name AS merchant_name, merchant.mcc, merchant.country
      FROM (${listed}) AS ${sql.table(table)}
      JOIN merchant USING (merchant_no) ${joins(accountId)}
     ORDER BY ${sql.table(table)}.${order} DESC`
  return many(db, asked)
}

export type Sums = { total: number; sum: number; counted: number }

/** Checks from the index alone whether the account has more rows than the cap. */
export const isLong = async ({ table, ofAccount }: List, accountId: string): Promise<boolean> =>
  (
    await one(
      db,
      sql<{
        long: boolean
      }>`SELECT EXISTS (SELECT FROM ${sql.table(table)} WHERE ${ofAccount(accountId)} OFFSET ${TOTAL_CAP}) AS long`,
    )
  ).long

/** Totals over the newest matches up to the cap; one more is counted to know whether there are others. */
export const sumsOf = ({ table, id }: List, where: RawBuilder<unknown>, declines = false): Promise<Sums> =>
  one(
    db,
    sql<Sums>`
    SELECT count(*) AS total,
           coalesce(sum(amount_cents) FILTER (WHERE weighs AND place <= ${TOTAL_CAP}), 0)::bigint AS sum,
           count(*) FILTER (WHERE counted AND place <= ${TOTAL_CAP}) AS counted
      FROM (SELECT amount_cents, row_number() OVER (ORDER BY ${sql.ref(id)} DESC) AS place,
                   ${table === 'auth' ? sql`${declines} OR status <> 'DECLINED' AS weighs, counted` : sql`true AS weighs, false AS counted`}
              FROM ${sql.table(table)}
             WHERE ${where}
             ORDER BY ${sql.ref(id)} DESC
             LIMIT ${TOTAL_CAP + 1}) AS newest`,
  )

export async function merchantNames(merchantNos: readonly number[]): Promise<Map<number, string>> {
  if (merchantNos.length === 0) return new Map()
  const rows = await many(
    db,
    sql<{ merchant_no: number; name: string }>`
    SELECT merchant_no, name FROM merchant WHERE merchant_no = ANY (${[...new Set(merchantNos)]})`,
  )
  return new Map(rows.map(({ merchant_no, name }) => [merchant_no, name]))
}

/** The reversals of those of these rows that were reversed, by row ID. */
export async function reversalsOf(
  accountId: string,
  rows: readonly Pick<TradeRow, 'trade_id' | 'status'>[],
): Promise<Map<string, string>> {
  const ids = rows.filter(({ status }) => status === 'REVERSED').map(({ trade_id }) => trade_id)
  if (ids.length === 0) return new Map()
  const found = await many(
    db,
    sql<{ of: string; reversal: string }>`
    SELECT reverses_trade_id AS of, trade_id AS reversal FROM trade WHERE ${ofAccount(accountId)} AND reverses_trade_id = ANY (${ids})`,
  )
  return new Map(found.map(({ of, reversal }) => [of, reversal]))
}
