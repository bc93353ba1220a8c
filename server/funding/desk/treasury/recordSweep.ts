import * as z from 'zod'
import type * as contract from '#contract/funding/desk/treasury.ts'
import type { Lang } from '#contract/core/fields.ts'
import { parse, show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { startOfDate } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { centsOf, platformBalances } from '#server/ledger/ledger.ts'
import { approvable } from '#server/staff/staff.ts'
import { exactText, heldIn, within } from '#server/funding/treasury/positions.ts'
import { cameInBy } from '#server/funding/treasury/queries.ts'
import { checkDay, sweepUsdt } from '#server/funding/treasury/treasury.ts'
import { begin, keepMove, line } from './recorded.ts'

const Payload = z.object({
  units: z.int().positive(),
  networkFee: z.int().min(0),
  txHash: z.string(),
  valueDate: z.string(),
})
type Payload = z.infer<typeof Payload>

/** Records that USDT were moved from deposit addresses to our own (maker); another person books it. */
export const recordSweep: Answer<typeof contract.recordSweep> = async (
  staff,
  { amountStr, networkFee, txHash, valueDate, reason },
  tx,
) => {
  checkDay(valueDate, staff.from.lang)
  const units = parse(amountStr, 6)
  if (!units) throw refuse('invalid', { field: 'amountStr' })
  const payload = { units, networkFee, txHash: txHash.toLowerCase(), valueDate }
  return { approvalId: await sweepApproval.propose(tx, staff, payload, reason) }
}

/** What is on the deposit addresses now, which must be enough. */
async function onAddresses(tx: Tx, { units, txHash }: Payload, lang: Lang): Promise<number> {
  await begin(tx, 'SWEEP', txHash, 'txHash')
  if (await cameInBy(tx, txHash)) throw refuse('reference_used', { field: 'txHash' })
  const has = heldIn(await platformBalances(tx), '1220', 'USDT', 'USDT_TRC20')
  within(has, units, 'USDT', 'amountStr', lang)
  return has
}

export const sweepApproval = approvable('treasury.sweep', {
  payload: Payload,
  async shows(tx, payload, { from: { lang } }) {
    const { units, networkFee, txHash, valueDate } = payload
    const has = await onAddresses(tx, payload, lang)
    return {
      target: txHash,
      amountCents: centsOf(units, 'USDT', undefined),
      onlyOne: txHash,
      lines: [
        line({ cn: '归集', en: 'Swept' }, exactText(units, 'USDT')),
        line({ cn: '链上手续费（自有资金支付）', en: 'Network fee (company funds)' }, show(networkFee)),
        line({ cn: '交易哈希', en: 'Transaction hash' }, txHash),
        line({ cn: '日期', en: 'Day' }, valueDate),
        line(
          { cn: '充值地址余额', en: 'On deposit addresses' },
          exactText(has - units, 'USDT'),
          exactText(has, 'USDT'),
        ),
      ],
    }
  },
  async apply(tx, payload, decision) {
    const { units, networkFee, txHash, valueDate } = payload
    const { from, staffId } = decision.checker
    await onAddresses(tx, payload, from.lang)
    const at = new Date(startOfDate(valueDate))
    const posted = await sweepUsdt(tx, { ref: txHash, units, networkFee, at, by: staffId })
    const [swept, fee] = [exactText(units, 'USDT'), show(networkFee)]
    await keepMove(
      tx,
      {
        move: 'SWEEP',
        source: 'USDT_TRC20',
        reference: txHash,
        value_date: valueDate,
        sent_units: units,
        got_units: units,
        cost_units: networkFee,
      },
      posted,
      { cn: `${swept}，链上手续费 ${fee}`, en: `${swept}, network fee ${fee}` },
      decision,
    )
  },
})
