import { ahead, HOUR, MINUTE, SECOND } from '../core/clock.ts'
import { db, transaction, type Tx } from '../core/db.ts'
import { later } from '../core/jobs.ts'
import {
  outside,
  OutsideRefused,
  OutsideUnknown,
  type CardSecret,
  type CardView,
  type NewCard,
} from '../outside/outside.ts'
import { failOpenings, settleOpenings } from './settleOpening.ts'
import { maybeOrder, openingsToAsk, takeOpening, updateOrder, type OrderRow } from './orderQueries.ts'
import { maybeCard, type CardRow } from './queries.ts'

declare module '../core/jobs.ts' {
  interface Jobs {
    'cards.askIssuer': { accountId: string; orderNo: string }
  }
}

/** How long to wait for an answer before looking again, by the number of tries; then every hour, until there is one. */
export const WAITS_MS = [2 * SECOND, 5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE]
const nextTryAt = (tries: number): Date => ahead(WAITS_MS[tries - 1] ?? HOUR)
/** An opening whose first job never started is found by the sweep. */
export const firstTryAt = (): Date => ahead(MINUTE)

/**
 * Have the issuer make the card of an opening, and settle the opening by its answer. Runs outside of any transaction
 * and may run any number of times: the issuer makes one card for one `orderNo`. No answer is no failure: the money
 * stays held and we ask again.
 */
export async function askIssuer({ accountId, orderNo }: { accountId: string; orderNo: string }): Promise<void> {
  const order = await takeOpening(db, accountId, orderNo, nextTryAt)
  if (!order) return
  const card = (await maybeCard(db, { accountId, subUid: undefined }, order.card_id))!
  const answer = await answerOf(order, card)
  switch (answer.is) {
    case 'made':
      return transaction((tx) => settleOpenings(tx, accountId, [{ order, view: answer.view, secret: answer.secret }]))
    case 'refused':
      return transaction((tx) => failOpenings(tx, accountId, [{ order, reason: answer.reason }]))
    case 'pending':
    case 'unknown':
      return transaction((tx) => askAgain(tx, order, answer))
  }
}

export type IssuerAnswer =
  | { is: 'made'; view: CardView; secret: CardSecret }
  | { is: 'refused'; reason: string }
  | { is: 'pending' }
  | { is: 'unknown'; error: string }

/** Have one card made, or look whether it was. */
export async function answerOf(order: OrderRow, card: CardRow): Promise<IssuerAnswer> {
  try {
    const view = await madeOnce(order, card)
    if (view.state === 'FAILED') return { is: 'refused', reason: 'ISSUER_FAILED' }
    if (view.state === 'PENDING') return { is: 'pending' }
    return { is: 'made', view, secret: await lookedUp(view.ref) }
  } catch (error) {
    if (error instanceof OutsideRefused) return { is: 'refused', reason: error.code }
    if (error instanceof OutsideUnknown) return { is: 'unknown', error: error.message }
    throw error
  }
}

/**
 * After a first try, look before asking again: the card may be there and only its answer lost. A no is believed when the issuer
 * also has no such card: the money of an opening is returned by it, and cannot be for a card that exists.
 */
async function madeOnce(order: OrderRow, card: CardRow): Promise<CardView> {
  // Whoever cannot be asked about a card has not refused to make it.
  const find = (): Promise<CardView | null> =>
    outside.issuer.findByIdem(order.order_no).catch((error: unknown) => {
      throw error instanceof OutsideRefused ? new OutsideUnknown(`find: ${error.code}`, { cause: error }) : error
    })
  const made = order.tries > 1 ? await find() : null
  if (made) return made
  try {
    return await outside.issuer.createCard(newCardOf(order, card))
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
  address: {
    street: card.street,
    city: card.city,
    state: card.state,
    zipCode: card.zip_code,
    country: card.country,
  },
  memo: order.account_id,
})

/**
 * The number, once, to make the hashes by which charges find the card. It stays in memory. A refusal here is not one
 * of the card, which exists: it is asked for again.
 */
async function lookedUp(ref: string): Promise<CardSecret> {
  try {
    return await outside.issuer.reveal(ref, { actorId: 'system', reason: 'look-up hashes of a new card' })
  } catch (error) {
    if (error instanceof OutsideRefused) throw new OutsideUnknown(`reveal: ${error.code}`)
    throw error
  }
}

/** Soon by a job, later by the sweep: deadlines are in the table, and a job only saves waiting for the next minute. */
async function askAgain(
  tx: Tx,
  { account_id: accountId, order_no: orderNo, card_id, tries }: OrderRow,
  answer: { is: 'pending' } | { is: 'unknown'; error: string },
) {
  if (answer.is === 'unknown') await updateOrder(tx, accountId, orderNo, { status: 'UNKNOWN', error: answer.error })
  const inMs = WAITS_MS[tries - 1] ?? HOUR
  if (inMs < MINUTE) await later(tx, 'cards.askIssuer', { accountId, orderNo }, { queue: `card ${card_id}`, inMs })
}

/** The issuer says that a card is there, or never will be. Ask for it now instead of at the next try. */
export async function cardCreated(tx: Tx, { idem }: { idem: string }): Promise<void> {
  const order = await maybeOrder(tx, idem)
  if (order) await later(tx, 'cards.askIssuer', { accountId: order.account_id, orderNo: order.order_no })
}

/** Openings that are due to be asked for again: their job is lost, or it is long since they were asked for. */
export async function askDueOpenings(): Promise<void> {
  for (const { account_id, order_no } of await openingsToAsk(db, 200))
    await askIssuer({ accountId: account_id, orderNo: order_no })
}
