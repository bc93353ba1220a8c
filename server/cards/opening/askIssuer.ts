import { HOUR, MINUTE } from '#server/core/clock.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import {
  issuerOf,
  numberAt,
  OutsideRefused,
  OutsideUnknown,
  type CardSecret,
  type CardView,
  type Issuer,
  type NewCard,
} from '#server/outside/outside.ts'
import { maybeOrder, openingsToAsk, takeOpening, updateOrder, type OrderRow } from '../orders/queries.ts'
import { WAITS_MS, nextTryAt } from '../orders/tries.ts'
import { maybeCard, type CardRow } from '../queries.ts'
import { holderRefAt } from './issuerHolder.ts'
import { failOpenings, settleOpenings } from './settleOpening.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    'cards.askIssuer': { accountId: string; orderNo: string }
  }
}

/**
 * Has the issuer make the card of an opening, and settles the opening by its answer. Runs outside any transaction and may run any number of times: the issuer
 * makes one card per `orderNo`. No answer does not mean failure: the money stays held and the request is repeated.
 */
export async function askIssuer({ accountId, orderNo }: { accountId: string; orderNo: string }): Promise<void> {
  const order = await takeOpening(db, accountId, orderNo, nextTryAt)
  if (!order) return
  const card = (await maybeCard(db, { accountId, subUid: undefined }, order.card_id))!
  const answer = await answerOf(order, card)
  switch (answer.is) {
    case 'made':
      return transaction((tx) => settleOpenings(tx, accountId, [{ order, ...answer }]))
    case 'refused':
      return transaction((tx) => failOpenings(tx, accountId, [{ order, reason: answer.reason }]))
    case 'pending':
    case 'unknown':
      return transaction((tx) => askAgain(tx, order, answer))
  }
}

export type IssuerAnswer =
  | { is: 'made'; issuerId: string; view: CardView; secret: CardSecret | undefined }
  | { is: 'refused'; reason: string }
  | { is: 'pending' }
  | { is: 'unknown'; error: string }

/** Has one card made, or finds out whether it was. */
export async function answerOf(order: OrderRow, card: CardRow): Promise<IssuerAnswer> {
  try {
    const issuer = issuerOf(card.issuer_id)
    const view = await madeOnce(issuer, order, card)
    if (view.state === 'FAILED') return { is: 'refused', reason: 'ISSUER_FAILED' }
    if (view.state === 'PENDING') return { is: 'pending' }
    return { is: 'made', issuerId: issuer.id, view, secret: await lookedUp(issuer, view.ref) }
  } catch (error) {
    if (error instanceof OutsideRefused) return { is: 'refused', reason: error.code }
    if (error instanceof OutsideUnknown) return { is: 'unknown', error: error.message }
    throw error
  }
}

/**
 * After a first attempt, looks the card up before requesting it again: it may exist and only the answer be lost. A rejection counts only if the issuer also has
 * no such card: it returns the opening's money, which must not happen for a card that exists.
 */
async function madeOnce(issuer: Issuer, order: OrderRow, card: CardRow): Promise<CardView> {
  // A failed lookup is not a rejection.
  const find = (): Promise<CardView | null> =>
    issuer.findByIdem(order.order_no).catch((error: unknown) => {
      throw error instanceof OutsideRefused ? new OutsideUnknown(`find: ${error.code}`, { cause: error }) : error
    })
  const made = order.tries > 1 ? await find() : null
  if (made) return made
  try {
    const input = newCardOf(order, card)
    const holderRef = await holderRefAt(issuer, order.account_id, input)
    return await issuer.createCard({ ...input, ...(holderRef !== undefined && { holderRef }) })
  } catch (error) {
    const there = error instanceof OutsideRefused ? await find() : null
    if (there) return there
    throw error
  }
}

const newCardOf = (order: OrderRow, card: CardRow): NewCard => ({
  idem: order.order_no,
  programRef: card.program_ref,
  holder: { firstName: card.first_name, lastName: card.last_name },
  address: { street: card.street, city: card.city, state: card.state, zipCode: card.zip_code, country: card.country },
  memo: order.account_id,
})

/**
 * Fetches the number once, to compute the hashes by which charges find the card; undefined where the issuer keeps it to itself. It stays in memory. A refusal here does not concern the card, which exists:
 * the request is repeated.
 */
async function lookedUp(issuer: Issuer, ref: string): Promise<CardSecret | undefined> {
  if (issuer.reveals === 'IFRAME') return undefined
  try {
    return await numberAt(issuer, ref, { actorId: 'system', reason: 'look-up hashes of a new card' })
  } catch (error) {
    if (error instanceof OutsideRefused) throw new OutsideUnknown(`reveal: ${error.code}`)
    throw error
  }
}

/** Soon by a job, later by the sweep: the deadline is in the table, and the job only saves waiting for the next minute. */
async function askAgain(
  tx: Tx,
  { account_id: accountId, order_no: orderNo, card_id, tries }: OrderRow,
  answer: { is: 'pending' } | { is: 'unknown'; error: string },
) {
  if (answer.is === 'unknown') await updateOrder(tx, accountId, orderNo, { status: 'UNKNOWN', error: answer.error })
  const inMs = WAITS_MS[tries - 1] ?? HOUR
  if (inMs < MINUTE) await later(tx, 'cards.askIssuer', { accountId, orderNo }, { queue: `card ${card_id}`, inMs })
}

/**
 * The issuer reports that a card exists or never will. Requests it now instead of at the next attempt; the report itself is not believed. Returns the card of
 * the opening, with the issuer's reference if we have it already.
 */
export async function cardCreated(
  tx: Tx,
  { idem }: { idem: string },
): Promise<Pick<CardRow, 'account_id' | 'card_id' | 'issuer_ref'> | undefined> {
  const order = await maybeOrder(tx, idem)
  if (!order) return undefined
  await later(tx, 'cards.askIssuer', { accountId: order.account_id, orderNo: order.order_no })
  return maybeCard(tx, { accountId: order.account_id, subUid: undefined }, order.card_id)
}

/** Repeats openings that are due: their job was lost, or a long wait has ended. */
export async function askDueOpenings(): Promise<void> {
  for (const { account_id, order_no } of await openingsToAsk(db, 200))
    await askIssuer({ accountId: account_id, orderNo: order_no })
}
