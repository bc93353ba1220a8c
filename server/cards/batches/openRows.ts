import { ahead, HOUR } from '../../clock.ts'
import { db, transaction } from '../../db.ts'
import { answerOf, WAITS_MS, type IssuerAnswer } from '../askIssuer.ts'
import type { OrderRow } from '../orderQueries.ts'
import { cardsWithin } from '../queries.ts'
import { failOpenings, settleOpenings } from '../settleOpening.ts'
import { whyBarred } from './barred.ts'
import { askRowsAgain, takeRows, type BatchRow } from './batchQueries.ts'
import { endQueued } from './failRows.ts'

/** So many cards are asked for, and settled in one transaction. */
const AT_ONCE = 200
/** So many calls to the issuer wait at the same time. */
const LANES = 16

type Answered = { order: OrderRow; answer: IssuerAnswer }

/** Have the issuer make the next cards of a batch. True while there may be more to do at once. */
export async function openRows(batch: BatchRow): Promise<boolean> {
  const { account_id: accountId, batch_no: batchNo } = batch
  const barred = await transaction((tx) => whyBarred(tx, batch))
  if (barred) await endQueued(batch, barred)
  const orders = await takeRows(db, accountId, batchNo, AT_ONCE)
  if (!orders.length) return false
  const cards = await cardsWithin(
    db,
    { accountId, subUid: undefined },
    orders.map(({ card_id }) => card_id),
  )
  const answered = await inLanes(LANES, orders, async (order) => ({
    order,
    answer: await answerOf(order, cards.get(order.card_id)!),
  }))
  try {
    await settleAll(accountId, answered)
  } catch {
    // One card that cannot be booked must not keep the others from it.
    await eachAlone(accountId, answered)
  }
  return true
}

const settleAll = (accountId: string, answered: readonly Answered[]): Promise<void> =>
  transaction(async (tx) => {
    const made = answered.flatMap(({ order, answer }) =>
      answer.is === 'made' ? [{ order, view: answer.view, secret: answer.secret }] : [],
    )
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

/** Throws the last fault, after all have been tried. */
async function eachAlone(accountId: string, answered: readonly Answered[]): Promise<void> {
  let fault: unknown
  for (const one of answered)
    await settleAll(accountId, [one]).catch((error: unknown) => {
      fault = error
    })
  if (fault !== undefined) throw fault
}

/** Do it for each, so many at a time; answers in the order of the items. */
async function inLanes<I, O>(lanes: number, items: readonly I[], work: (item: I) => Promise<O>): Promise<O[]> {
  const done: O[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++
      done[at] = await work(items[at]!)
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane))
  return done
}
