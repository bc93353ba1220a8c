import * as z from 'zod'
import type * as contract from '#contract/accounts/funds.ts'
import { show, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { chargeClosedCards, owedOnClosedCards } from '#server/cards/cards.ts'
import type { Database, Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { accountOf, matchRestriction, settleDebts } from '#server/identity/identity.ts'
import { credit, debit, owedBy, platform, post, tenant } from '#server/ledger/ledger.ts'
import { approvable, recordStaff } from '#server/staff/staff.ts'
import { insertWriteOff } from '#server/accounts/freezing/queries.ts'
import { writeToHolder } from '#server/accounts/holderLog.ts'
import { accountAtDesk } from '../viewing/showAccount.ts'

/** What can be written off: the account's own debt, and that of deleted cards. A live card below zero is paid by its next load. */
export async function writableOff(on: Tx | Database, accountId: string): Promise<Cents> {
  const { receivable } = await owedBy(on, accountId)
  return receivable + (await owedOnClosedCards(on, accountId))
}

async function checkAmount(tx: Tx, accountId: string, amountCents: Cents): Promise<Cents> {
  const maxCents = await writableOff(tx, accountId)
  if (amountCents > maxCents) throw refuse('amount_above_max', { field: 'amount', maxCents })
  return maxCents
}

/**
 * Writes off a debt, or a part of it, by two people (WRITTEN_OFF). It is then not owed any more; what is recovered later is an adjustment of its own. Money that
 * the account has by now pays first.
 */
export const writeOffApproval = approvable('debt.writeOff', {
  payload: z.object({ accountId: z.string(), amountCents: z.int().positive() }),
  shows: async (tx, { accountId, amountCents }) => {
    const { user_no, nickname } = await accountOf(tx, accountId)
    const most = await checkAmount(tx, accountId, amountCents)
    const { total } = await owedBy(tx, accountId)
    return {
      target: user_no,
      accountId,
      amountCents,
      onlyOne: accountId,
      lines: [
        { label: { cn: '账户', en: 'Account' }, before: null, after: `${user_no} ${nickname}` },
        { label: { cn: '可核销的欠款', en: 'Debt that can be written off' }, before: null, after: show(most) },
        { label: { cn: '核销金额', en: 'Written off' }, before: null, after: show(amountCents) },
        { label: { cn: '账户欠款', en: 'Owed by the account' }, before: show(total), after: show(total - amountCents) },
      ],
    }
  },
  apply: async (tx, { accountId, amountCents }, { approvalId, maker, checker, reason }) => {
    await settleDebts(tx, accountId)
    await checkAmount(tx, accountId, amountCents)
    const { receivable } = await owedBy(tx, accountId)
    if (amountCents > receivable) await chargeClosedCards(tx, accountId, amountCents - receivable)
    const writeOffNo = newId('wof')
    const { transferId } = await post(tx, {
      kind: 'WRITTEN_OFF',
      accountId,
      biz: { type: 'write_off', id: writeOffNo },
      actor: checker.staffId,
      lines: [debit(platform('5050'), amountCents), credit(tenant('1310', accountId), amountCents)],
    })
    await insertWriteOff(tx, {
      write_off_no: writeOffNo,
      account_id: accountId,
      amount_cents: amountCents,
      reason,
      maker_id: maker.staffId,
      checker_id: checker.staffId,
      approval_id: approvalId,
      transfer_id: transferId,
    })
    await matchRestriction(tx, accountId)
    const content = { cn: `核销欠款 ${show(amountCents)}`, en: `Wrote off a debt of ${show(amountCents)}` }
    await writeToHolder(tx, maker, accountId, { target: writeOffNo, content, amount: amountCents })
    const { user_no } = await accountOf(tx, accountId)
    const after = { writeOffNo, transferId, maker: maker.staffId }
    await recordStaff(tx, checker, { action: 'MONEY', target: user_no, accountId, reason, content, after })
  },
})

export const writeOffDebt: Answer<typeof contract.writeOffDebt> = async (staff, { accountId, amount, reason }, tx) => {
  await accountAtDesk(accountId)
  return { approvalId: await writeOffApproval.propose(tx, staff, { accountId, amountCents: amount }, reason) }
}
