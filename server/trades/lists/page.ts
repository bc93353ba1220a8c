/** The data around the rows of each list's page. */
import { createHash } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import { cardNames, tagsOfCards } from '#server/cards/cards.ts'
import { db } from '#server/core/db.ts'
import { namesOfSubs } from '#server/identity/identity.ts'
import {
  AUTHS,
  conditionsOf,
  isLong,
  rowsOf,
  sumsOf,
  TOTAL_CAP,
  TRADES,
  type AuthListRow,
  type Filters,
  type Scope,
  type Sums,
  type TradeListRow,
} from './queries.ts'

type RowOf = { auth: AuthListRow; trade: TradeListRow }
const NONE: Sums = { total: 0, sum: 0, counted: 0 }

export async function pageOfList<T extends keyof RowOf>(
  table: T,
  actor: Actor,
  scope: Scope,
  input: Filters,
  more: RawBuilder<unknown>[],
  { declines = false } = {},
) {
  const list = table === 'auth' ? AUTHS : TRADES
  const cursor = input.cursor === undefined ? undefined : idOf(input.cursor, list)
  const where = await conditionsOf(list, actor, scope, input, more)
  const [found, sums] = where
    ? await Promise.all([
        rowsOf<RowOf[T]>(list, actor.accountId, where, { ...input, cursor }),
        cappedSums(list, where, actor, scope, input, declines),
      ])
    : [[], NONE]
  const rows = found.slice(0, input.pageSize)
  const haveNext = found.length > rows.length
  const around = {
    total: Math.min(sums.total, TOTAL_CAP),
    ...(sums.total > TOTAL_CAP && { totalCapped: true, summaryCapped: true }),
    pageNo: input.pageNo,
    pageSize: input.pageSize,
    haveNext,
    ...(haveNext && { cursor: cursorOf(rows.at(-1)![list.id as keyof RowOf[T]] as string) }),
  }
  return { rows, around, sums }
}

const cursorOf = (id: string): string => Buffer.from(id).toString('base64url')
function idOf(cursor: string, { key }: typeof AUTHS): string {
  const id = Buffer.from(cursor, 'base64url').toString()
  if (!key(id)) throw refuse('invalid', { field: 'cursor' })
  return id
}

/**
 * Computing totals may scan the whole list, for a page that is shown briefly and refreshed every few seconds. So the totals of an account with a long list are
 * cached for a while; a short list is counted every time.
 */
const kept = new Map<string, { sums: Sums; until: number }>()
const KEPT_MS = 20_000
/** Lists only grow, so a long list need not be checked again. */
const long = new Set<string>()

async function cappedSums(
  list: typeof AUTHS,
  where: RawBuilder<unknown>,
  { accountId, subUid }: Actor,
  scope: Scope,
  { pageNo: _, pageSize: _size, cursor: _cursor, ...filters }: Filters,
  declines: boolean,
): Promise<Sums> {
  const { sql: text, parameters } = where.compile(db)
  const key = createHash('sha1')
    .update(JSON.stringify([list.table, text, parameters, accountId, subUid, scope, filters]))
    .digest('base64')
  const known = kept.get(key)
  if (known && known.until > performance.now()) return known.sums
  const name = `${list.table} ${accountId}`
  const [sums, isNowLong] = await Promise.all([
    sumsOf(list, where, declines),
    long.has(name) || isLong(list, accountId),
  ])
  kept.delete(key)
  if (!isNowLong) return sums
  if (long.size < 10_000) long.add(name)
  if (kept.size >= 1000) kept.delete(kept.keys().next().value!)
  kept.set(key, { sums, until: performance.now() + KEPT_MS })
  return sums
}

/** The columns that every row of the three lists has. */
export async function whereColumns(accountId: string, rows: readonly (AuthListRow | TradeListRow)[]) {
  const cardIds = [...new Set(rows.map(({ card_id }) => card_id))]
  const [cards, tags, subs] = await Promise.all([
    cardNames(db, accountId, cardIds),
    tagsOfCards(db, accountId, cardIds),
    namesOfSubs(
      db,
      accountId,
      rows.map(({ owner_sub_uid }) => owner_sub_uid),
    ),
  ])
  return (row: AuthListRow | TradeListRow) => ({
    cardId: row.card_id,
    cardSeqNo: cards.get(row.card_id)?.cardSeqNo ?? '',
    lastFour: cards.get(row.card_id)?.lastFour ?? '',
    desc: row.descriptor,
    merchantName: row.merchant_name,
    mcc: row.mcc,
    merchantCountry: row.country,
    amount: row.amount_cents,
    unit: 'USD',
    merchantAmount: row.merchant_amount,
    merchantCurrency: row.merchant_currency,
    tradeTime: row.occurred_at.getTime(),
    tags: tags.get(row.card_id) ?? [],
    subUid: row.owner_sub_uid,
    subNickname: subs.get(row.owner_sub_uid) ?? null,
  })
}
