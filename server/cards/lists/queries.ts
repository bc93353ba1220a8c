/** The list of cards: every filter, pagination by number or by cursor, and totals. */
import { sql, type RawBuilder } from 'kysely'
import type { listCards } from '#contract/cards/cards.ts'
import { shownStatuses, type ShownStatus } from '#contract/cards/states.ts'
import type { Checked } from '#contract/core/call.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import { port } from '#server/core/composition.ts'
import { marksToFind } from '#server/core/secrets.ts'
import { inGroup } from '../groups/queries.ts'
import type { Reader } from '../queries.ts'
import { cardColumns, cardsBy, fromCards, type CardRow } from '../queries.ts'
import { hasTag } from '../tags/queries.ts'
import { hasMarks } from '#server/core/database/hasMarks.ts'
import { ofAccount } from '#server/core/database/cells.ts'

type Input = Checked<typeof listCards>
/** The filters, independent of pagination. */
export type CardsBy = Omit<Input, 'pageNo' | 'pageSize' | 'cursor'>
/** `own`: the caller's; `subs`: only those of sub-accounts; `all`: both. A sub-account gets its own regardless of the input. */
export type Scope = { readonly of: 'own' | 'subs' | 'all'; readonly subUid?: string | undefined }

/** An exact count beyond this costs more than it is worth. */
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
  input: CardsBy,
): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [ofAccount(accountId, 'card')]
  if (subUid) all.push(sql`card.owner_sub_uid = ${subUid}`)
  else if (scope.subUid) all.push(sql`card.owner_sub_uid = ${scope.subUid}`)
  else if (scope.of === 'own') all.push(sql`card.owner_sub_uid IS NULL`)
  else if (scope.of === 'subs') all.push(sql`card.owner_sub_uid IS NOT NULL`)

  if (input.cardSeqNo) all.push(sql`card.card_seq_no = ${input.cardSeqNo}`)
  if (input.lastFour)
    all.push(
      input.lastFour.length === 4 ? sql`card.last4 = ${input.lastFour}` : sql`card.last4 LIKE ${`%${input.lastFour}`}`,
    )
  if (input.vid) all.push(sql`card.vid = ${input.vid}`)
  if (input.segment) all.push(sql`card.bin LIKE ${`${input.segment}%`}`)
  if (input.status?.length) all.push(sql`card.shown_status = ANY (${input.status})`)
  if (input.gid) all.push(inGroup({ accountId, subUid }, input.gid))
  if (input.tagId) all.push(hasTag(input.tagId))
  if (input.lock !== undefined)
    all.push(
      sql`coalesce(card.control_no = ANY (ARRAY(${port('cards.lockingDocumentsSql')(accountId)})), false) = ${input.lock}`,
    )
  if (input.controlNo !== undefined) all.push(sql`card.control_no = ${input.controlNo}`)
  if (input.holder) all.push(hasMarks(sql`card.holder_marks`, marksToFind(accountId, input.holder)))
  if (input.minBalance !== undefined) all.push(sql`money.balance_cents >= ${input.minBalance}`)
  if (input.maxBalance !== undefined) all.push(sql`money.balance_cents <= ${input.maxBalance}`)
  if (input.openStart !== undefined) all.push(sql`card.created_at >= ${new Date(input.openStart)}`)
  if (input.openEnd !== undefined) all.push(sql`card.created_at <= ${new Date(input.openEnd)}`)
  return sql.join(
    all,
    sql`
       AND `,
  )
}

export function orderOf(sort: CardsBy['sort']): RawBuilder<unknown> {
  const direction = sort.startsWith('-') ? sql`DESC` : sql`ASC`
  return sql`${sorts[sort.replace(/^-/, '') as keyof typeof sorts]} ${direction}, card.card_id ${direction}`
}

/** Returns one page. A cursor names the last row of the page before, so page 1,000 costs the same as page 1. */
export async function cardsMatching(
  reader: Reader,
  whose: Pick<Actor, 'accountId' | 'subUid'>,
  scope: Scope,
  input: Input,
): Promise<CardRow[]> {
  const descending = input.sort.startsWith('-')
  const by = sorts[input.sort.replace(/^-/, '') as keyof typeof sorts]
  const after = input.cursor === undefined ? undefined : readCursor(input.cursor, input.sort)
  const beyond = after
    ? sql`AND (${by}, card.card_id) ${descending ? sql`<` : sql`>`} (${after.value}, ${after.cardId})`
    : sql``
  return cardsBy(
    reader,
    sql`
    SELECT ${cardColumns}
      FROM ${fromCards}
     WHERE ${conditionsOf(whose, scope, input)}
       ${beyond}
     ORDER BY ${orderOf(input.sort)}
     LIMIT ${input.pageSize + 1} OFFSET ${after ? 0 : (input.pageNo - 1) * input.pageSize}`,
  )
}

/** Totals over everything that matches. Counts and the balance are exact; the total number is exact only up to {@link TOTAL_CAP}. */
export async function sumsMatching(
  reader: Reader,
  whose: Pick<Actor, 'accountId' | 'subUid'>,
  scope: Scope,
  input: Input,
) {
  const { rows } = await sql<{ shown_status: ShownStatus; cards: number; balance: number }>`
    SELECT card.shown_status, count(*)::int AS cards, coalesce(sum(money.balance_cents), 0)::bigint AS balance
      FROM ${fromCards}
     WHERE ${conditionsOf(whose, scope, input)}
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
