import * as z from 'zod'
import type * as contract from '#contract/programs/desk.ts'
import type { Lang } from '#contract/core/fields.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { startOfDate } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { bankOf, checkDay, heldIn, oneTreasuryMove, within } from '#server/funding/funding.ts'
import { credit, debit, PLATFORM, platform, platformBalances, post } from '#server/ledger/ledger.ts'
import { outside } from '#server/outside/outside.ts'
import { approvable, recordStaff } from '#server/staff/staff.ts'
import { insertFund, isFundRecorded } from '../queries.ts'

const Payload = z.object({
  issuerId: z.string(),
  bankId: z.string(),
  amount: z.int().positive(),
  reference: z.string(),
  valueDate: z.string(),
  fileId: z.string(),
})
type Payload = z.infer<typeof Payload>

/** Records that dollars were sent to the issuer (maker), with the bank's confirmation; another person books it. */
export const fundProgram: Answer<typeof contract.fundProgram> = async (
  staff,
  { issuerId, bankId, amount, reference, valueDate, fileId, reason },
  tx,
) => {
  if (!outside.issuers.has(issuerId)) throw refuse('not_found', { field: 'issuerId' })
  if (!bankOf(bankId)) throw refuse('not_found', { field: 'bankId' })
  checkDay(valueDate, staff.from.lang)
  const payload = { issuerId, bankId, amount, reference: reference.toUpperCase(), valueDate, fileId }
  return { approvalId: await fundApproval.propose(tx, staff, payload, reason) }
}

/** Dollars at the bank and the prefund now. Nothing else moves money of the treasury until the end of the transaction. */
async function held(tx: Tx, { issuerId, bankId, amount, reference }: Payload, lang: Lang) {
  await oneTreasuryMove(tx)
  if (await isFundRecorded(tx, bankId, reference)) throw refuse('reference_used', { field: 'reference' })
  const balances = await platformBalances(tx)
  const [atBank, prefund] = [heldIn(balances, '1020', 'USD', bankId), heldIn(balances, '1110', 'USD', issuerId)]
  within(atBank, amount, 'USD', 'amount', lang)
  return { atBank, prefund }
}

export const fundApproval = approvable('program.fund', {
  payload: Payload,
  async shows(tx, payload, { from: { lang } }) {
    const { issuerId, bankId, amount, reference, valueDate, fileId } = payload
    const { atBank, prefund } = await held(tx, payload, lang)
    return {
      target: reference,
      amountCents: amount,
      onlyOne: reference,
      attachments: [fileId],
      lines: [
        { label: { cn: '发卡行', en: 'Issuer' }, before: null, after: issuerId },
        { label: { cn: '划拨金额', en: 'Amount' }, before: null, after: show(amount) },
        { label: { cn: '付款银行', en: 'Bank' }, before: null, after: bankOf(bankId)!.bankName },
        { label: { cn: '银行流水号', en: 'Bank reference' }, before: null, after: reference },
        { label: { cn: '起息日', en: 'Value date' }, before: null, after: valueDate },
        { label: { cn: '银行余额', en: 'At the bank' }, before: show(atBank), after: show(atBank - amount) },
        { label: { cn: '发卡行备付金', en: 'Prefunding' }, before: show(prefund), after: show(prefund + amount) },
      ],
    }
  },
  async apply(tx, payload, { approvalId, maker, checker, reason }) {
    const { issuerId, bankId, amount, reference, valueDate } = payload
    await held(tx, payload, checker.from.lang)
    const { transferId, replayed } = await post(tx, {
      kind: 'PROGRAM_FUNDED',
      accountId: PLATFORM,
      biz: { type: 'program_fund', id: `${bankId}:${reference}` },
      effectiveAt: new Date(startOfDate(valueDate)),
      actor: checker.staffId,
      lines: [debit(platform('1110', issuerId), amount), credit(platform('1020', bankId), amount)],
    })
    if (replayed) throw refuse('reference_used')
    const fundNo = newId('pfd')
    const people = { makerId: maker.staffId, checkerId: checker.staffId, approvalId, reason }
    await insertFund(tx, { fundNo, issuerId, bankId, reference, valueDate, amountCents: amount, transferId, ...people })
    await recordStaff(tx, checker, {
      action: 'MONEY',
      target: reference,
      reason,
      content: { cn: `备付金划拨：${issuerId} ${show(amount)}`, en: `Issuer prefunded: ${issuerId} ${show(amount)}` },
      after: { fundNo, transferId, issuerId, bankId, amount, valueDate, maker: maker.staffId },
    })
  },
})
