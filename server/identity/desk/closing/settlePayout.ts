/** The outcome of a payout: paid with the bank's reference, or returned. */
import type * as contract from '#contract/identity/desk/closing.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import type { Tx } from '#server/core/db.ts'
import {
  accountOfPayout,
  caseById,
  isReferenceTaken,
  lockCase,
  markClosed,
  markPaid,
  updateStatus,
  type CaseRow,
  lockPayout,
  markPayoutPaid,
  markPayoutReturned,
  payoutsOf,
  type PayoutRow,
} from '#server/identity/closing/queries.ts'
import { accountOf } from '#server/identity/people/people.ts'
import { endSessionsOfAccount } from '#server/identity/sessions/queries.ts'
import { balancesOf, lockAccounts, mirrorOf, owedBy, post, tenant, wallet } from '#server/ledger/ledger.ts'
import { notify } from '#server/core/news.ts'
import { payoutCardClear } from '#server/referrals/referrals.ts'
import { unseal } from '#server/core/secrets.ts'
import { recordStaff, reveal } from '#server/staff/staff.ts'
import { writeToHolder } from '#server/accounts/accounts.ts'

/** Returns a payout awaiting the bank's answer, with its case, locked after the account's money. */
async function sentPayout(tx: Tx, payoutNo: string): Promise<{ payout: PayoutRow; found: CaseRow }> {
  const seen = await accountOfPayout(tx, payoutNo)
  if (!seen) throw refuse('not_found')
  await lockAccounts(tx, [tenant('2410', seen.account_id)])
  const found = await lockCase(tx, seen.account_id)
  const payout = await lockPayout(tx, { ...seen, payout_no: payoutNo })
  if (payout.state !== 'SENT') throw refuse('conflict')
  return { payout, found }
}

/** No money is left in 2410, in the wallet, frozen or at a bank, and the account owes nothing. */
async function isSettled(tx: Tx, { account_id: accountId }: CaseRow): Promise<boolean> {
  const balances = await balancesOf(tx, [wallet(accountId), tenant('2410', accountId)])
  const payouts = await payoutsOf(tx, accountId)
  const { total: owed } = await owedBy(tx, accountId)
  if ((await accountOf(tx, accountId)).frozen) return false
  return balances.every(({ posted }) => posted === 0) && payouts.every(({ state }) => state !== 'SENT') && owed === 0
}

/** Closes a case once nothing is owed to its holder or by them, and blocks all sign-in. */
async function closeCase(tx: Tx, accountId: string): Promise<void> {
  await markClosed(tx, accountId)
  await updateStatus(tx, accountId, 'CLOSED')
  await endSessionsOfAccount(tx, accountId, 'closed')
}

export const recordClosingPayout: Answer<typeof contract.recordClosingPayout> = async (
  staff,
  { payoutNo, reference },
  tx,
) => {
  const { payout, found } = await sentPayout(tx, payoutNo)
  const { account_id: accountId, amount_cents: amount, payee_text: payee } = payout
  // One bank payment pays one payout.
  if (await isReferenceTaken(tx, reference)) throw refuse('conflict', { field: 'reference' })
  await markPayoutPaid(tx, payout, reference)
  await markPaid(tx, accountId)
  const content = {
    cn: `注销退款 ${show(amount)} 已打款，流水号 ${reference}`,
    en: `Payout of ${show(amount)} paid, reference ${reference}`,
  }
  await writeToHolder(tx, staff, accountId, { type: 'CLOSE', target: found.case_id, content, amount })
  await notify(tx, { accountId }, 'account_paid_out', { amount: show(amount), payee, reference })
  if (found.status === 'CLOSING' && (await isSettled(tx, found))) await closeCase(tx, accountId)
  const { user_no: target } = await accountOf(tx, accountId)
  await recordStaff(tx, staff, { action: 'MONEY', target, accountId, content, after: { payoutNo, reference } })
  return { state: 'PAID' }
}

export const returnClosingPayout: Answer<typeof contract.returnClosingPayout> = async (
  staff,
  { payoutNo, reason },
  tx,
) => {
  const { payout, found } = await sentPayout(tx, payoutNo)
  const { account_id: accountId, amount_cents: amount } = payout
  // The reversal uses the rate of the original payment.
  const { transferId } = await post(tx, {
    kind: 'CLOSURE_RETURNED',
    accountId,
    biz: { type: 'closing_payout', id: payoutNo },
    actor: staff.staffId,
    reverses: payout.transfer_id,
    lines: await mirrorOf(tx, accountId, payout.transfer_id),
    meta: { caseId: found.case_id },
  })
  await markPayoutReturned(tx, payout, transferId)
  const content = { cn: `注销退款 ${show(amount)} 被退回`, en: `Payout of ${show(amount)} returned` }
  await writeToHolder(tx, staff, accountId, { type: 'CLOSE', target: found.case_id, content, amount })
  await notify(tx, { accountId }, 'account_payout_returned', { amount: show(amount), reason })
  const { user_no: target } = await accountOf(tx, accountId)
  await recordStaff(tx, staff, { action: 'MONEY', target, accountId, reason, content, after: { payoutNo, transferId } })
  return { state: 'RETURNED' }
}

export const finishClosing: Answer<typeof contract.finishClosing> = async (staff, { caseId, reason }, tx) => {
  const seen = await caseById(tx, caseId)
  if (!seen) throw refuse('not_found')
  const accountId = seen.account_id
  await lockAccounts(tx, [wallet(accountId), tenant('2410', accountId)])
  const found = await lockCase(tx, accountId)
  if (found.status !== 'CLOSING' || !(await isSettled(tx, found))) throw refuse('conflict')
  await closeCase(tx, accountId)
  const content = { cn: '账户已注销，无待退金额', en: 'Account closed, nothing to pay out' }
  await writeToHolder(tx, staff, accountId, { type: 'CLOSE', target: caseId, content })
  const { user_no: target } = await accountOf(tx, accountId)
  await recordStaff(tx, staff, { action: 'ACCOUNT', target, accountId, reason, content, after: { caseId } })
  return { closed: 1 }
}

/** The payer needs the number: available only while payment is due, and recorded in both logs. */
export const revealClosingPayee: Answer<typeof contract.revealClosingPayee> = (staff, { payoutNo, reason }) =>
  reveal(staff, 'CLOSING_PAYEE', async (tx) => {
    const { payout } = await sentPayout(tx, payoutNo)
    const { account_id: accountId, payee_text: payee } = payout
    const clear = payout.bank_card_id
      ? await payoutCardClear(tx, accountId, payout.bank_card_id)
      : payout.payee_sealed && (JSON.parse(unseal(payoutNo, payout.payee_sealed)) as { no: string; holder: string })
    if (!clear) throw refuse('conflict')
    const content = { cn: `查看注销退款收款账号 ${payee}`, en: `Viewed the payee account, ${payee}` }
    const because = { cn: `${content.cn}，原因：${reason}`, en: `${content.en}. Reason: ${reason}` }
    await writeToHolder(tx, staff, accountId, { type: 'CLOSE', target: payout.case_id, content: because })
    const { user_no: target } = await accountOf(tx, accountId)
    return {
      clear: { accountNo: clear.no, holder: clear.holder },
      deed: { target, accountId, reason, content, after: { payoutNo } },
    }
  })
