import * as z from 'zod'
import { acquirers, type Acquirer } from '#contract/funding/desk/treasury.ts'
import type * as contract from '#contract/funding/desk/treasury.ts'
import type { Lang } from '#contract/core/fields.ts'
import { share, show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { startOfDate } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { centsOf, platformBalances } from '#server/ledger/ledger.ts'
import { approvable } from '#server/staff/staff.ts'
import { newestRate } from '#server/funding/rails/queries.ts'
import { heldIn, within } from '#server/funding/treasury/positions.ts'
import { checkDay, settleAcquirer } from '#server/funding/treasury/treasury.ts'
import { begin, keepMove, line } from './recorded.ts'

const Payload = z.object({
  acquirer: z.enum(Object.keys(acquirers) as [Acquirer, ...Acquirer[]]),
  gross: z.int().positive(),
  fee: z.int().min(0),
  reference: z.string(),
  valueDate: z.string(),
})
type Payload = z.infer<typeof Payload>

/** Records what an acquirer has paid out (maker); another person books it. The three amounts are typed, so that a slip in one is found. */
export const recordSettlement: Answer<typeof contract.recordSettlement> = async (
  staff,
  { acquirer, gross, fee, net, reference, valueDate, reason },
  tx,
) => {
  const { lang } = staff.from
  checkDay(valueDate, lang)
  if (fee > gross) throw refuse('invalid', { field: 'fee' })
  if (gross - fee !== net) throw refuse('invalid', { field: 'net', msg: netWords(show(gross - fee, 'CNY'))[lang] })
  const payload = { acquirer, gross, fee, reference: reference.toUpperCase(), valueDate }
  return { approvalId: await settlementApproval.propose(tx, staff, payload, reason) }
}
const netWords = (is: string) => ({ cn: `应等于总额减手续费：${is}`, en: `Must be gross less fee: ${is}` })

/** What the acquirer owes us now, which must be enough. */
async function receivable(tx: Tx, { acquirer, gross, reference }: Payload, lang: Lang): Promise<number> {
  await begin(tx, 'SETTLEMENT', reference)
  const owed = heldIn(await platformBalances(tx), '1210', 'CNY', acquirer)
  within(owed, gross, 'CNY', 'gross', lang)
  return owed
}

export const settlementApproval = approvable('treasury.settle', {
  payload: Payload,
  async shows(tx, payload, { from: { lang } }) {
    const { acquirer, gross, fee, reference, valueDate } = payload
    const owed = await receivable(tx, payload, lang)
    return {
      target: reference,
      amountCents: centsOf(gross, 'CNY', await newestRate(tx, 'CNY')),
      onlyOne: reference,
      lines: [
        line({ cn: '支付渠道', en: 'Provider' }, acquirers[acquirer]),
        line({ cn: '结算总额', en: 'Gross' }, show(gross, 'CNY')),
        line(
          { cn: '渠道手续费', en: 'Provider’s fee' },
          `${show(fee, 'CNY')} (${share(fee, 10_000, gross, 'half-up') / 100}%)`,
        ),
        line({ cn: '我方到账', en: 'Arrived at our bank' }, show(gross - fee, 'CNY')),
        line({ cn: '银行流水号', en: 'Bank reference' }, reference),
        line({ cn: '起息日', en: 'Value date' }, valueDate),
        line({ cn: '渠道待结算', en: 'Still at the provider' }, show(owed - gross, 'CNY'), show(owed, 'CNY')),
      ],
    }
  },
  async apply(tx, payload, decision) {
    const { acquirer, gross, fee, reference, valueDate } = payload
    const { from, staffId } = decision.checker
    await receivable(tx, payload, from.lang)
    const at = new Date(startOfDate(valueDate))
    const posted = await settleAcquirer(tx, { provider: acquirer, ref: reference, gross, fee, at, by: staffId })
    const [all, net] = [show(gross, 'CNY'), show(gross - fee, 'CNY')]
    await keepMove(
      tx,
      {
        move: 'SETTLEMENT',
        source: acquirer,
        reference,
        value_date: valueDate,
        sent_units: gross,
        got_units: gross - fee,
        cost_units: fee,
      },
      posted,
      { cn: `${acquirers[acquirer].cn} ${all}，到账 ${net}`, en: `${acquirers[acquirer].en} ${all}, ${net} arrived` },
      decision,
    )
  },
})
