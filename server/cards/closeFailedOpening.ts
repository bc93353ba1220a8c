import { record, system } from '../audit/audit.ts'
import { db, transaction, type Tx } from '../core/db.ts'
import { later } from '../core/jobs.ts'
import { outside, OutsideUnknown } from '../outside/outside.ts'
import { endBreak, isOpen, viewOf } from './cardBreaks.ts'
import { openingsByNo, refsOfOurs } from './compareQueries.ts'
import { maybeCard } from './queries.ts'
import { nameOf } from './shown.ts'

type Wrong = { orderNo: string; ref: string }
declare module '../core/jobs.ts' {
  interface Jobs {
    'cards.closeFailedOpening': Wrong
  }
}

export const closeLater = (tx: Tx, wrong: Wrong): Promise<void> =>
  later(tx, 'cards.closeFailedOpening', wrong, { key: `close ${wrong.ref}` })

/**
 * Have the issuer close a card that it made although the opening has failed here and its money was returned. Whatever the list said:
 * never a card that is one of ours, and none but that of this order. Runs any number of times; without an answer it runs again.
 */
export async function closeFailedOpening({ orderNo, ref }: Wrong): Promise<void> {
  const order = (await openingsByNo(db, [orderNo])).get(orderNo)
  if (order?.status !== 'FAILED' || (await refsOfOurs(db, outside.issuer.id, [ref])).size > 0) return
  const before = await viewOf(ref)
  if (before && before.idem !== orderNo) return
  const closes = before !== null && isOpen(before.state)
  if (closes) {
    await outside.issuer.setState(ref, 'CLOSED', 'its opening has failed', `close-${orderNo}`)
    const after = await viewOf(ref)
    if (after && isOpen(after.state)) throw new OutsideUnknown('the card is still open')
  }
  await transaction(async (tx) => {
    const ended = await endBreak(tx, 'FAILED_BUT_OPEN', ref)
    if (!ended && !closes) return // told before
    const card = (await maybeCard(tx, { accountId: order.account_id, subUid: undefined }, order.card_id))!
    await record(tx, system(order.account_id), {
      type: 'CARD_OPEN',
      target: nameOf(card),
      content: {
        cn: '开卡已失败并退款，发卡行仍制出了卡片；该卡已关闭',
        en: 'The opening failed and was refunded, but the issuer created the card later. The card was closed.',
      },
      before: { atIssuer: before?.state ?? 'NONE' },
      after: { atIssuer: 'CLOSED', ref },
    })
  })
}
