/** The list of cards: every filter, pages by number or by cursor, and the sums above it. */
import type { Checked } from '#contract/core/call.ts'
import type { listCards } from '#contract/cards/cards.ts'
import { shownStatuses, type ShownStatus } from '#contract/cards/states.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '../core/actor.ts'
import { sql, type RawBuilder } from 'kysely'
import { inGroup } from './groups/queries.ts'
import { hasTag } from './tags/queries.ts'
import type { Reader } from './queries.ts'
import { cardColumns, cardsBy, fromCards, type CardRow } from './queries.ts'
import { marksToFind } from '../core/secrets.ts'

type Wish = Checked<typeof listCards>
/** What finds cards, whichever page of them is wanted. */
export type CardsBy = Omit<Wish, 'pageNo' | 'pageSize' | 'cursor'>
/** `own`: the caller's; `subs`: those of sub-accounts only; `all`: both. A sub-account has its own, whatever it asks. */
export type Scope = { readonly of: 'own' | 'subs' | 'all'; readonly subUid?: string | undefined }

/** A count beyond this costs more than anybody learns from it. */
export const TOTAL_CAP = 10_000

const sorts = {
  openDate: sql`card.created_at`,
  balance: sql`money.balance_cents`,
  available: sql`money.available_cents`,
  deposit: sql`card.deposit_cents`,
  consume: sql`card.consume_cents`,
  cardSeqNo: sql`card.card_seq_no`,
} as const

export function conditionsOf(
  { accountId, subUid }: Pick<Actor, 'accountId' | 'subUid'>,
  scope: Scope,
  wish: CardsBy,
): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`card.account_id = ${accountId}`]
  if (subUid) all.push(sql`card.owner_sub_uid = ${subUid}`)
  else if (scope.subUid) all.push(sql`card.owner_sub_uid = ${scope.subUid}`)
  else if (scope.of === 'own') all.push(sql`card.owner_sub_uid IS NULL`)
  else if (scope.of === 'subs') all.push(sql`card.owner_sub_uid IS NOT NULL`)

  if (wish.cardSeqNo) all.push(sql`card.card_seq_no = ${wish.cardSeqNo}`)
  if (wish.lastFour)
    all.push(
      wish.lastFour.length === 4 ? sql`card.last4 = ${wish.lastFour}` : sql`card.last4 LIKE ${`%${wish.lastFour}`}`,
    )
  if (wish.vid) all.push(sql`card.vid = ${wish.vid}`)
  if (wish.segment) all.push(sql`card.bin LIKE ${`${wish.segment}%`}`)
  if (wish.status?.length) all.push(sql`card.shown_status = ANY (${wish.status})`)
  if (wish.gid) all.push(inGroup({ accountId, subUid }, wish.gid))
  if (wish.tagId) all.push(hasTag(wish.tagId))
  if (wish.holder) all.push(holderIs(accountId, wish.holder))
  if (wish.minBalance !== undefined) all.push(sql`money.balance_cents >= ${wish.minBalance}`)
  if (wish.maxBalance !== undefined) all.push(sql`money.balance_cents <= ${wish.maxBalance}`)
  if (wish.openStart !== undefined) all.push(sql`card.created_at >= ${new Date(wish.openStart)}`)
  if (wish.openEnd !== undefined) all.push(sql`card.created_at <= ${new Date(wish.openEnd)}`)
  return sql.join(
    all,
    sql`
       AND `,
  )
}

/** Names that begin so; of cards that are not sealed yet, names that have it anywhere. */
const holderIs = (accountId: string, holder: string): RawBuilder<unknown> =>
  sql`(card.holder_marks @> ${marksToFind(accountId, holder)}::integer[]
       OR card.first_name || ' ' || card.last_name ILIKE ${`%${holder.replace(/[\\%_]/g, '\\$&')}%`})`

export function orderOf(sort: CardsBy['sort']): RawBuilder<unknown> {
  const direction = sort.startsWith('-') ? sql`DESC` : sql`ASC`
  return sql`${sorts[sort.replace(/^-/, '') as keyof typeof sorts]} ${direction}, card.card_id ${direction}`
}

/** One page. A cursor names the last row of the page before, so page 1,000 costs what page 1 costs. */
export async function cardsMatching(
  reader: Reader,
  whose: Pick<Actor, 'accountId' | 'subUid'>,
  scope: Scope,
  wish: Wish,
): Promise<CardRow[]> {
  const descending = wish.sort.startsWith('-')
  const by = sorts[wish.sort.replace(/^-/, '') as keyof typeof sorts]
  const after = wish.cursor === undefined ? undefined : readCursor(wish.cursor, wish.sort)
  const beyond = after
    ? sql`AND (${by}, card.card_id) ${descending ? sql`<` : sql`>`} (${after.value}, ${after.cardId})`
    : sql``
  return cardsBy(
    reader,
    sql`
    SELECT ${cardColumns}
      FROM ${fromCards}
     WHERE ${conditionsOf(whose, scope, wish)}
       ${beyond}
     ORDER BY ${orderOf(wish.sort)}
     LIMIT ${wish.pageSize + 1} OFFSET ${after ? 0 : (wish.pageNo - 1) * wish.pageSize}`,
  )
}

/** Over everything that matches. Counts and the balance are exact; the total says so only up to {@link TOTAL_CAP}. */
export async function sumsMatching(
  reader: Reader,
  whose: Pick<Actor, 'accountId' | 'subUid'>,
  scope: Scope,
  wish: Wish,
) {
  const { rows } = await sql<{ shown_status: ShownStatus; cards: number; balance: number }>`
    SELECT card.shown_status, count(*)::int AS cards, coalesce(sum(money.balance_cents), 0)::bigint AS balance
      FROM ${fromCards}
     WHERE ${conditionsOf(whose, scope, wish)}
     GROUP BY card.shown_status`.execute(reader)
  const count = Object.fromEntries(
    shownStatuses.map((status) => [status, rows.find(({ shown_status }) => shown_status === status)?.cards ?? 0]),
  )
  return {
    count,
    cards: rows.reduce((sum, { cards }) => sum + cards, 0),
    balance: rows.reduce((sum, { balance }) => sum + balance, 0),
  }
}

const sortValue = (card: CardRow, sort: string): string | number => {
  switch (sort.replace(/^-/, '')) {
    case 'balance':
      return card.balance_cents
    case 'available':
      return card.available_cents
    case 'deposit':
      return card.deposit_cents
    case 'consume':
      return card.consume_cents
    case 'cardSeqNo':
      return card.card_seq_no
    default:
      return card.created_at.getTime()
  }
}

export const cursorAfter = (card: CardRow, sort: string): string =>
  Buffer.from(JSON.stringify([sort, sortValue(card, sort), card.card_id])).toString('base64url')

function readCursor(cursor: string, sort: string): { value: unknown; cardId: string } {
  try {
    const [ofSort, value, cardId] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [
      string,
      string | number,
      string,
    ]
    const fits = sort.endsWith('cardSeqNo')
      ? typeof value === 'string' && /^\d{1,20}$/.test(value)
      : Number.isSafeInteger(value)
    if (ofSort !== sort || !/^crd_\w{26}$/.test(cardId) || !fits) throw new Error('another list')
    return { value: sort.endsWith('openDate') ? new Date(value).toISOString() : value, cardId }
  } catch {
    throw refuse('invalid', { field: 'cursor' })
  }
}
