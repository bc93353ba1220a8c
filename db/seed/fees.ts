/** One segment of the demo world has a monthly fee and a decline fee. */
import { askPrice } from '#contract/cards/desk/ranges.ts'
import { approve } from '#contract/staff/approvals.ts'
import { composition } from '#server/modules.ts'
import { asks } from './asks.ts'
import { colleague } from './staff.ts'

export const WITH_FEES = 'MASTERCARD-US-1'
/** Stays on each of its cards for what nobody plans: more than the fees of three months. */
export const FOR_FEES = 5_00

/** Asked for by the product team and agreed to by finance. */
export async function pricesFees(): Promise<void> {
  const [maker, checker] = [await colleague('product'), await colleague('finance2')]
  const change = { monthFee: 1_00, declineFee: 50, freeDeclines: 1 }
  const reason = 'cards of this segment cost us a monthly fee'
  const { approvalId } = await asks(maker, askPrice, { vid: WITH_FEES, change, reason, requestNo: 'demo-price-fees' })
  await asks(checker, approve, { approvalId, requestNo: `demo-${approvalId}` })
}

/** As the worker does every hour: a notice three days before, and the fee on its day. */
export async function takesFees(): Promise<void> {
  for (const name of ['cards.tellMonthFees', 'cards.takeMonthFees']) await composition.sweeps[name]!.work()
}
