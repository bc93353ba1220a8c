import { checks } from '../../../contract/checks.ts'
import type * as contract from '../../../contract/closing.ts'
import type { FlowMeta } from '../../../contract/funding.ts'
import { show } from '../../../contract/money.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Answer } from '../../answer.ts'
import { record, type By } from '../../audit/audit.ts'
import { ahead, DAY } from '../../clock.ts'
import { db, type Tx } from '../../db.ts'
import { newId } from '../../ids.ts'
import { balanceOf, credit, debit, lockAccounts, platform, post, tenant, wallet } from '../../ledger/ledger.ts'
import { notify } from '../../news.ts'
import { askCode, judgeCode, useCode } from '../codes.ts'
import { needGoogle } from '../google/checkGoogle.ts'
import { masked, unsealMobile } from '../mobiles.ts'
import { accountById, loginById } from '../queries.ts'
import { endSessionsOf, revokeRemembersOf } from '../sessionQueries.ts'
import { blockersOf } from './blockers.ts'
import { caseOf, insertCase, lockCase, loginsOf, markPaid, updateStatus } from './closingQueries.ts'

/** Until then the account can be looked at; then its names and numbers are forgotten. */
export const COOL_OFF_MS = 30 * DAY

export const closingState: Answer<typeof contract.closingState> = async ({ accountId, from }) => ({
  blockers: await blockersOf(db, accountId, from.lang),
  amount: (await balanceOf(db, wallet(accountId))).posted,
  userNo: (await accountById(db, accountId)).user_no,
  caseId: (await caseOf(db, accountId))?.case_id ?? null,
})

/** A code is of no use while something stands in the way, so none is sent then. */
export const closingCode: Answer<typeof contract.closingCode> = async (actor) => {
  const blockers = await blockersOf(db, actor.accountId, actor.from.lang)
  if (!blockers.length) return { ...(await askCode(actor, 'close')), blockers }
  const login = await loginById(db, actor.loginId)
  const target = masked(unsealMobile(login.login_id, login.mobile_enc))
  return { codeId: '', expireTime: 0, nextTime: 0, target, blockers }
}

/** What the wallet holds becomes payable, and from here on the account can only be looked at. Staff pay it out. */
export const closeAccount: Answer<typeof contract.closeAccount> = async (actor, wish, tx) => {
  const { accountId } = actor
  // The wallet is locked first: a card that is being opened takes it too, so nothing begins while we look what is open.
  const [purse] = await lockAccounts(tx, [wallet(accountId), tenant('2410', accountId)])
  const account = await accountById(tx, accountId)
  if (wish.confirmText !== account.user_no)
    throw refuse('invalid', { field: 'confirmText', msg: checks.confirm_text[actor.from.lang] })
  const blockers = await blockersOf(tx, accountId, actor.from.lang)
  if (blockers.length) throw refuse('closing_blocked', { blockers })
  const login = await loginById(tx, actor.loginId)
  const codeId = await judgeCode('close', unsealMobile(login.login_id, login.mobile_enc), wish.code)
  await needGoogle(tx, actor, 'close', wish.ticket)
  await useCode(tx, codeId)

  const [caseId, amount] = [newId('cls'), purse!.posted]
  const meta: FlowMeta = { bizNo: caseId }
  if (amount > 0)
    await post(tx, {
      kind: 'CLOSE_ACCOUNT',
      accountId,
      biz: { type: 'closing_case', id: caseId },
      actor: actor.loginId,
      lines: [debit(wallet(accountId), amount), credit(tenant('2410', accountId), amount)],
      meta,
    })
  await insertCase(tx, {
    caseId,
    accountId,
    reason: wish.reason,
    amountCents: amount,
    bankCardId: wish.payoutBankCardId,
    forgetAt: ahead(COOL_OFF_MS),
  })
  await updateStatus(tx, accountId, 'CLOSING')
  await endSessionsOf(tx, actor.loginId, 'closed', actor.sessionId)
  await revokeRemembersOf(tx, actor.loginId)
  await record(tx, actor, {
    type: 'CLOSE',
    target: caseId,
    content: { cn: `申请注销账户，待退 ${show(amount)}`, en: `Closing begun, ${show(amount)} to be paid out` },
    amount,
  })
  await notify(tx, actor, 'account_closing', { caseId, amount: show(amount) })
  return { caseId, status: 'CLOSING' }
}

/** For the staff's desk: the money has left by this bank, and nobody gets in any more. */
export async function payClosing(tx: Tx, by: By, caseId: string, bank: string): Promise<void> {
  const found = await lockCase(tx, caseId)
  if (!found) throw refuse('not_found')
  if (found.status !== 'CLOSING') throw refuse('conflict')
  const { account_id: accountId, amount_cents: amount } = found
  if (amount > 0)
    await post(tx, {
      kind: 'CLOSURE_PAID',
      accountId,
      biz: { type: 'closing_case', id: caseId },
      lines: [debit(tenant('2410', accountId), amount), credit(platform('1020', bank), amount)],
    })
  await markPaid(tx, caseId)
  await updateStatus(tx, accountId, 'CLOSED')
  for (const { login_id } of await loginsOf(tx, accountId)) await endSessionsOf(tx, login_id, 'closed')
  const content = { cn: `注销款 ${show(amount)} 已打款`, en: `Closing balance of ${show(amount)} paid out` }
  await record(tx, { ...by, accountId }, { type: 'CLOSE', target: caseId, content, amount })
}
