import * as z from 'zod'
import type * as contract from '#contract/funding/desk/wires.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { credit, debit, PLATFORM, platform, post } from '#server/ledger/ledger.ts'
import { approvable } from '#server/staff/staff.ts'
import { claimed, freed } from './claim.ts'
import { lineById, lockLine, setLine } from './lineQueries.ts'
import { bizOf, WIRE } from './suspense.ts'
import { maskedAccount, maskedPayer } from '../payers/sealedPayer.ts'

/** Nobody's here: back to the sender, whole (maker); another person agrees. */
export const returnLine: Answer<typeof contract.returnLine> = async (staff, { lineId, reason }, tx) => {
  const { amount_cents } = await claimed(tx, lineId, null)
  return { approvalId: await wireReturnApproval.propose(tx, staff, { lineId, amountCents: amount_cents }, reason) }
}

export const wireReturnApproval = approvable('wire.return', {
  payload: z.object({ lineId: z.string(), amountCents: z.int() }),
  async shows(tx, { lineId, amountCents }) {
    const line = (await lineById(tx, lineId))!
    return {
      target: line.bank_ref,
      amountCents,
      onlyOne: lineId,
      lines: [
        {
          label: { cn: '退回给', en: 'Return to' },
          before: null,
          after: `${maskedPayer(line.payer)} ${maskedAccount(line.payer_account)}`.trim(),
        },
        { label: { cn: '金额', en: 'Amount' }, before: null, after: show(amountCents) },
      ],
    }
  },
  async apply(tx, { lineId, amountCents }) {
    const line = (await lockLine(tx, lineId))!
    if (line.state !== 'MATCHED') throw refuse('conflict')
    const { transferId } = await post(tx, {
      kind: 'SUSPENSE_RETURNED',
      accountId: PLATFORM,
      biz: bizOf(line),
      lines: [debit(platform('2030', WIRE), amountCents), credit(platform('1020', line.bank_id), amountCents)],
    })
    await setLine(tx, lineId, { state: 'RETURNED', transferId })
  },
  dropped: (tx, { lineId }) => freed(tx, lineId),
})
