/** The data around the rows of each list's page. */
import { createHash } from 'node:crypto'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import { cardNames, tagsOfCards } from '#server/cards/cards.ts'
import { db, sql } from '#server/core/db.ts'
import { namesOfSubs } from '#server/identity/identity.ts'
import {
  AUTHS,
  questionOf,
  storedMs,
  TRADES,
  type AuthListRow,
  type Filters,
  type Scope,
  type TradeListRow,
} from './queries.ts'
import { DEEPEST, isLong, isRare, lastCompared, rowsOf, sumsOf, TOTAL_CAP, type How, type Sums } from './search.ts'

type RowOf = { auth: AuthListRow; trade: TradeListRow }
const NONE: Sums = { total: 0, sum: 0, counted: 0, ended: true }

export async function pageOfList<T extends keyof RowOf>(
  table: T,
  actor: Actor,
  scope: Scope,
  input: Filters,
  asked: Parameters<typeof questionOf>[4],
  { declines = false } = {},
) {
  const list = table === 'auth' ? AUTHS : TRADES
  const { pageNo, pageSize } = input
  const [cursor, searchFrom] = [idOf(input, 'cursor', list), idOf(input, 'searchFrom', list)]
  const place = { below: cursor ?? searchFrom, offset: cursor ? 0 : (pageNo - 1) * pageSize }
  if (place.offset > DEEPEST) throw refuse('invalid', { field: 'pageNo' })
  const question = await questionOf(list, actor, scope, input, asked)
  const of = question && { list, accountId: actor.accountId, question }
  const how = of && { ...of, rare: await isRare(of) }
  const [found, sums] = how
    ? await Promise.all([
        rowsOf<RowOf[T]>(how, place, pageSize),
        cappedSums(how, { below: searchFrom, offset: 0 }, [actor.subUid, scope], declines),
      ])
    : [[], NONE]
  const idIn = (row: RowOf[T]) => row[list.id as keyof RowOf[T]] as string
  // A page that is not full has all that the search compared. How far that was is asked afterwards; what was stored meanwhile moved it up, so that nothing is between this page and the next.
  const last = how && found.length <= pageSize && !sums.ended ? await lastCompared(how, place) : undefined
  const rows = found.slice(0, pageSize).filter((row) => last === undefined || idIn(row) >= last)
  const haveNext = found.length > rows.length || last !== undefined
  const capped = sums.total > TOTAL_CAP || !sums.ended
  const around = {
    total: Math.min(sums.total, TOTAL_CAP),
    ...(capped && { totalCapped: true, summaryCapped: true }),
    pageNo,
    pageSize,
    haveNext,
    ...(haveNext && { cursor: cursorOf(last ?? idIn(rows.at(-1)!)) }),
    ...(last !== undefined && { searchedTime: storedMs(last) }),
  }
  return { rows, around, sums }
}

const cursorOf = (id: string): string => Buffer.from(id).toString('base64url')
function idOf(input: Filters, field: 'cursor' | 'searchFrom', { key }: typeof AUTHS) {
  const given = input[field]
  if (given === undefined) return undefined
  const id = key(Buffer.from(given, 'base64url').toString())
  if (!id) throw refuse('invalid', { field })
  return id
}

/**
 * Totals compare thousands of rows, for a page that is shown briefly and refreshed every few seconds. So those of an account with a long list are
 * kept for a while, whichever of its pages is shown; a short list is counted every time.
 */
const kept = new Map<string, { sums: Sums; until: number }>()
const KEPT_MS = 20_000
/** Lists only grow, so a long list need not be checked again. */
const long = new Set<string>()

async function cappedSums(
  how: How,
  place: Parameters<typeof sumsOf>[1],
  whose: readonly unknown[],
  declines: boolean,
): Promise<Sums> {
  const { list, accountId } = how
  const { sql: text, parameters } = sql`${how.question.whole} ${place.below ?? sql``}`.compile(db)
  const key = createHash('sha1')
    .update(JSON.stringify([list.table, text, parameters, declines, accountId, whose]))
    .digest('base64')
  const known = kept.get(key)
  if (known && known.until > performance.now()) return known.sums
  const name = `${list.table} ${accountId}`
  const [sums, isNowLong] = await Promise.all([sumsOf(how, place, declines), long.has(name) || isLong(list, accountId)])
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
