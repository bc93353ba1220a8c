import { setTimeout } from 'node:timers/promises'
import { ahead, HOUR } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { answerOf, type IssuerAnswer } from '../opening/askIssuer.ts'
import { failOpenings, settleOpenings } from '../opening/settleOpening.ts'
import type { OrderRow } from '../orders/queries.ts'
import { WAITS_MS } from '../orders/tries.ts'
import { cardsWithin } from '../queries.ts'
import { endQueued, whyBarred } from './failRows.ts'
import { askRowsAgain, takeRows, type BatchRow } from './queries.ts'

/**
 * So many cards are asked for in one step. What is not asked for yet can still be cancelled; and where each of them waits
 * as long as a call may last, all are answered within their lease. An issuer that has answered a whole step quickly is
 * asked for twice as many in the next; if it becomes slow then, a row may be asked for twice, and is made once.
 */
const AT_ONCE = 64
const AT_ONCE_MAX = 256
/** With a slow issuer, progress stays visible, and a worker that dies leaves little to be requested again. */
const SETTLE_EVERY_MS = 1000
/** Concurrent calls to the issuer. */
const LANES = 16

type Answered = { order: OrderRow; answer: IssuerAnswer }

/** Has the issuer make the next cards of a batch. `step` counts the steps of this job, from 0. Returns true while there may be more to do immediately. */
export async function openRows(batch: BatchRow, step: number): Promise<boolean> {
  const { account_id: accountId, batch_no: batchNo } = batch
  const barred = await transaction((tx) => whyBarred(tx, batch))
  if (barred) await endQueued(batch, barred)
  const orders = await takeRows(db, accountId, batchNo, Math.min(AT_ONCE * 2 ** step, AT_ONCE_MAX))
  if (!orders.length) return false
  const cards = await cardsWithin(
    db,
    { accountId, subUid: undefined },
    orders.map(({ card_id }) => card_id),
  )
  await askAndSettle(accountId, orders, (order) => answerOf(order, cards.get(order.card_id)!))
  return true
}

/** Requests each card, and books the answers received once a second and at the end. */
async function askAndSettle(
  accountId: string,
  orders: readonly OrderRow[],
  ask: (order: OrderRow) => Promise<IssuerAnswer>,
): Promise<void> {
  const answered: Answered[] = []
  let asking = true
  const lanes = inLanes(LANES, orders, async (order) => {
    answered.push({ order, answer: await ask(order) })
  }).finally(() => (asking = false))
  let fault: unknown
  while (asking || answered.length > 0) {
    await Promise.race([lanes, setTimeout(SETTLE_EVERY_MS, undefined, { ref: false })])
    await settle(accountId, answered.splice(0)).catch((error: unknown) => (fault = error))
  }
  if (fault !== undefined) throw fault
}

/** A card that cannot be booked must not prevent the booking of the others. */
const settle = (accountId: string, answered: readonly Answered[]): Promise<void> =>
  settleAll(accountId, answered).catch(() => eachAlone(accountId, answered))

const settleAll = (accountId: string, answered: readonly Answered[]): Promise<void> =>
  transaction(async (tx) => {
    const made = answered.flatMap(({ order, answer }) => (answer.is === 'made' ? [{ order, ...answer }] : []))
    const refused = answered.flatMap(({ order, answer }) =>
      answer.is === 'refused' ? [{ order, reason: answer.reason }] : [],
    )
    const open = answered.flatMap(({ order, answer }) =>
      answer.is === 'pending' || answer.is === 'unknown'
        ? [
            {
              order_no: order.order_no,
              ask_at: ahead(WAITS_MS[order.tries - 1] ?? HOUR),
              error: answer.is === 'unknown' ? answer.error : null,
            },
          ]
        : [],
    )
    if (made.length) await settleOpenings(tx, accountId, made)
    if (refused.length) await failOpenings(tx, accountId, refused)
    if (open.length) await askRowsAgain(tx, accountId, open)
  })

/** Books each answer separately; throws the last fault after all have been tried. */
async function eachAlone(accountId: string, answered: readonly Answered[]): Promise<void> {
  let fault: unknown
  for (const one of answered)
    await settleAll(accountId, [one]).catch((error: unknown) => {
      fault = error
    })
  if (fault !== undefined) throw fault
}

/** Runs `work` for each item, with a limited number of concurrent runs. */
async function inLanes<I>(lanes: number, items: readonly I[], work: (item: I) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < items.length) await work(items[next++]!)
  }
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane))
}
