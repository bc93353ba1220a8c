/**
 * What the three lists ask for. IDs are ordered by time, so newest first is the primary key backwards, a cursor is an ID, and a time range is a range of IDs: page
 * 10,000 costs the same as page 1. How it is looked for is in search.ts.
 */
import type { RawBuilder } from 'kysely'
import { merchantNamedSql } from '#server/brands/brands.ts'
import type { Actor } from '#server/core/actor.ts'
import { cardIdsBy, cardOfMoneySql } from '#server/cards/cards.ts'
import { HOUR } from '#server/core/clock.ts'
import { ofAccount } from '#server/core/database/cells.ts'
import { subNoSql } from '#server/identity/identity.ts'
import { db, many, sql } from '#server/core/db.ts'
import { firstIdOf, timeOfId } from '#server/core/ids.ts'
import { authKey, firstAuthKey } from '../authId.ts'
import { authColumns, authOwner, authsOf, authsOfCards, type AuthRow } from '../auths.ts'
import type { Reader, TradeRow } from '../queries.ts'

export type Scope = 'own' | 'subs' | 'all'
/** The common filters of the three lists. */
export type Filters = {
  pageNo: number
  pageSize: number
  cursor?: string | undefined
  searchFrom?: string | undefined
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
  /** Of settled transactions only. */
  postedStart?: number | undefined
  postedEnd?: number | undefined
  tagId?: string | undefined
  gid?: string | undefined
  subUid?: string | undefined
}
type Merchant = { merchant_name: string; mcc: string; country: string }
export type AuthListRow = AuthRow & Merchant
export type TradeListRow = TradeRow & Merchant

/** A table of transactions, and how its rows are named: authorizations by numbers, settled transactions by texts. */
export type List = {
  readonly table: 'auth' | 'trade'
  readonly id: 'auth_id' | 'trade_id'
  /** Reads the id of a row; `undefined` for a text that is none. */
  readonly key: (id: string) => RawBuilder<unknown> | undefined
  readonly firstKey: (ms: number) => RawBuilder<unknown>
  readonly ofAccount: (accountId: string) => RawBuilder<unknown>
  readonly ofCard: (accountId: string, cardId: string) => RawBuilder<unknown>
  readonly ofCards: (accountId: string, cardIds: readonly string[]) => RawBuilder<unknown>
  readonly ofSub: (accountId: string, subUid: string) => RawBuilder<unknown>
  /** The column that is null on rows of the account's own cards. */
  readonly sub: 'owner_sub_no' | 'owner_sub_uid'
  /** Rows stored long after they happened, as the partial index on them says it. */
  readonly late: RawBuilder<unknown>
  /** Its id as everybody else knows it. */
  readonly idText: RawBuilder<unknown>
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
  ofCard: (accountId, cardId) =>
    sql`la_id = (SELECT la_id FROM ${cardOfMoneySql(accountId)} AS card WHERE account_id = ${accountId} AND card_id = ${cardId})`,
  ofCards: authsOfCards,
  ofSub: (accountId, subUid) => sql`owner_sub_no = ${subNoSql(accountId, subUid)}`,
  sub: 'owner_sub_no',
  late: sql`to_timestamp((auth_id >> 22)::float8 / 1000 + 1577836800) - occurred_at > interval '59 minutes'`,
  idText: sql`auth_text(auth_id)`,
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
  ofCard: (_, cardId) => sql`card_id = ${cardId}`,
  ofCards: (_, cardIds) => sql`card_id = ANY (${[...cardIds]})`,
  ofSub: (_, subUid) => sql`owner_sub_uid = ${subUid}`,
  sub: 'owner_sub_uid',
  late: sql`posted_at - occurred_at > interval '59 minutes'`,
  idText: sql`trade_id`,
  columns: sql`trade.*`,
  joins: () => sql``,
}

/** The states of an authorization that have an index of their own, in the order of ids. */
const indexed = {
  DECLINED: sql`status = 'DECLINED'`,
  ENDED: sql`status = ANY (ARRAY['PARTIAL'::text, 'REVERSED'::text, 'EXPIRED'::text])`,
} as const
const indexOf = (status: string | undefined) =>
  status === undefined || status === 'PENDING' || status === 'COMPLETE'
    ? undefined
    : indexed[status === 'DECLINED' ? status : 'ENDED']

/** What a list asks for. */
export type Question = {
  /** Everything, for who reads all rows. */
  readonly whole: RawBuilder<unknown>
  /** What one index has in the order of ids: rows are read along it. */
  readonly within: RawBuilder<unknown>
  /** That index has a part of the account's rows, which are far from each other. */
  readonly isPart: boolean
  /** What only the rows themselves say. */
  readonly having: readonly RawBuilder<unknown>[]
  /** Cards or merchants that an index finds, though not in the order of ids. */
  readonly picked: RawBuilder<unknown> | undefined
  /** Rows from this id on happened after the end of the asked time, apart from those that were stored long afterwards. */
  readonly end: RawBuilder<unknown> | undefined
}

/** Filters as conditions on one table; `undefined` if nothing can match. */
export async function questionOf(
  list: List,
  actor: Pick<Actor, 'accountId' | 'subUid'>,
  scope: Scope,
  input: Filters,
  { more, status }: { more: readonly RawBuilder<unknown>[]; status?: string | undefined },
): Promise<Question | undefined> {
  const { accountId } = actor
  const [cardIds, merchants] = await Promise.all([cardIdsBy(db, actor, input), merchantsBy(list, input)])
  if (cardIds?.length === 0 || merchants === 'none') return undefined

  const having = [...more]
  // One of these has the index, the others are looked at row by row.
  const ordered: RawBuilder<unknown>[] = []
  if (input.cardAuthId !== undefined) {
    const authId = list.table === 'auth' ? list.key(input.cardAuthId) : sql`${input.cardAuthId}`
    if (!authId) return undefined
    ordered.push(sql`auth_id = ${authId}`)
  }
  if (input.cardId !== undefined) ordered.push(list.ofCard(accountId, input.cardId))
  if (cardIds?.length === 1) ordered.push(list.ofCard(accountId, cardIds[0]!))
  const one = actor.subUid ?? input.subUid
  if (one !== undefined) ordered.push(list.ofSub(accountId, one))
  else if (scope !== 'all')
    having.push(scope === 'own' ? sql`${sql.ref(list.sub)} IS NULL` : sql`${sql.ref(list.sub)} IS NOT NULL`)
  const rare = list.table === 'auth' ? indexOf(status) : undefined
  if (rare) ordered.push(rare)
  if (status !== undefined && status !== 'DECLINED') having.push(sql`status = ${status}`)
  const [along, ...others] = ordered
  having.push(...others)

  let picked: RawBuilder<unknown> | undefined
  if (cardIds && cardIds.length > 1) having.push((picked = list.ofCards(accountId, cardIds)))
  if (merchants) {
    having.push(merchants.ofRow)
    picked ??= merchants.picked
  }
  if (input.currency !== undefined) having.push(sql`merchant_currency = ${input.currency}`)
  if (input.minAmount !== undefined) having.push(sql`abs(amount_cents) >= ${input.minAmount}`)
  if (input.maxAmount !== undefined) having.push(sql`abs(amount_cents) <= ${input.maxAmount}`)
  if (input.startTime !== undefined) having.push(sql`occurred_at >= ${new Date(input.startTime)}`)
  if (input.endTime !== undefined) having.push(sql`occurred_at <= ${new Date(input.endTime)}`)
  const within = [list.ofAccount(accountId), ...(along ? [along] : [])]
  // A row is stored after its event happened.
  if (input.startTime !== undefined)
    within.push(sql`${sql.ref(list.id)} >= ${list.firstKey(Math.max(0, input.startTime - HOUR))}`)
  // A settled transaction is posted when it is stored.
  if (input.postedStart !== undefined) {
    having.push(sql`posted_at >= ${new Date(input.postedStart)}`)
    within.push(sql`${sql.ref(list.id)} >= ${list.firstKey(Math.max(0, input.postedStart - HOUR))}`)
  }
  if (input.postedEnd !== undefined) {
    having.push(sql`posted_at <= ${new Date(input.postedEnd)}`)
    within.push(sql`${sql.ref(list.id)} < ${list.firstKey(input.postedEnd + HOUR)}`)
  }
  return {
    whole: sql.join([...within, ...having], sql` AND `),
    within: sql.join(within, sql` AND `),
    isPart: along !== undefined,
    having,
    picked,
    end: input.endTime === undefined ? undefined : list.firstKey(input.endTime + HOUR),
  }
}

/** So many merchants are looked for in the index of an account. */
const INDEXED_MERCHANTS = 300
const MOST_MERCHANTS = 5000
/**
 * The merchants of a search. They are found by their own indexes first; then the rows of an account are compared with their numbers. Where very many match, the merchant
 * of each row is looked at instead.
 */
async function merchantsBy(
  { table }: List,
  { merchant, country }: Filters,
): Promise<{ ofRow: RawBuilder<unknown>; picked: RawBuilder<unknown> | undefined } | 'none' | undefined> {
  if (merchant === undefined && country === undefined) return undefined
  const matches = sql`${merchant === undefined ? sql`true` : (await merchantNamedSql(merchant)).matches}
       ${country === undefined ? sql`` : sql`AND country = ${country}`}`
  const rows = await many(
    db,
    sql<{ merchant_no: number }>`
    SELECT merchant_no
      FROM merchant
     WHERE ${matches}
     LIMIT ${sql.lit(MOST_MERCHANTS + 1)}`,
  )
  if (rows.length === 0) return 'none'
  if (rows.length > MOST_MERCHANTS)
    return {
      ofRow: sql`(SELECT ${matches} FROM merchant WHERE merchant.merchant_no = ${sql.table(table)}.merchant_no)`,
      picked: undefined,
    }
  const numbers = rows.map(({ merchant_no }) => merchant_no)
  return {
    // As a hash table that is made once, whatever the plan is. IS TRUE keeps it from becoming a join, which would lose the order of the rows.
    ofRow: sql`(merchant_no IN (SELECT unnest(${numbers}::int[]))) IS TRUE`,
    picked: numbers.length <= INDEXED_MERCHANTS ? sql`merchant_no = ANY (${numbers}::int[])` : undefined,
  }
}

/** When the row of this id was stored. */
export const storedMs = (id: string): number => timeOfId(id)

export async function merchantNames(reader: Reader, merchantNos: readonly number[]): Promise<Map<number, string>> {
  if (merchantNos.length === 0) return new Map()
  const rows = await many(
    reader,
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
