import * as z from 'zod'
import type * as contract from '#contract/accounts/funds.ts'
import { show, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import type { Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { notify } from '#server/core/news.ts'
import {
  accountOf,
  changeAccount,
  endSessionsOfAccount,
  leaveToFreeze,
  revokeRemembersOfAccount,
} from '#server/identity/identity.ts'
import { freeMoneyOf, lockAllMoney, type Free } from '#server/ledger/ledger.ts'
import { approvable, recordStaff } from '#server/staff/staff.ts'
import { freezeFree } from '#server/accounts/freezing/freezeFree.ts'
import { insertFreeze } from '#server/accounts/freezing/queries.ts'
import { writeToHolder } from '#server/accounts/holderLog.ts'
import { accountAtDesk } from '../viewing/showAccount.ts'

const sumOf = (free: readonly Free[], code?: Free['code']): Cents =>
  free.reduce((sum, one) => (code === undefined || one.code === code ? sum + one.free : sum), 0)

async function freezable(tx: Tx, accountId: string) {
  const account = await accountOf(tx, accountId)
  if (account.frozen || account.status === 'DEACTIVATED') throw refuse('conflict')
  return account
}

/**
 * Freezes all of an account by two people. Everything is locked before the account is marked, so that what is posted on one of its cards meanwhile is either taken
 * here, or sees the mark and follows.
 */
export const freezeApproval = approvable('funds.freeze', {
  payload: z.object({ accountId: z.string(), legalRef: z.string(), deactivate: z.boolean() }),
  shows: async (tx, { accountId, legalRef, deactivate }) => {
    const { user_no, nickname } = await freezable(tx, accountId)
    const free = await freeMoneyOf(tx, accountId)
    const count = free.filter(({ code }) => code === '2020').length
    const line = (cn: string, en: string, after: string | { cn: string; en: string }) => ({
      label: { cn, en },
      before: null,
      after,
    })
    return {
      target: user_no,
      accountId,
      amountCents: sumOf(free),
      onlyOne: accountId,
      lines: [
        line('账户', 'Account', `${user_no} ${nickname}`),
        line('法律依据', 'Legal reference', legalRef),
        line('钱包可用余额（以复核通过时为准）', 'Available in the wallet (at approval)', show(sumOf(free, '2010'))),
        line('卡内可用余额', 'Available on cards', {
          cn: `${show(sumOf(free, '2020'))}，${count} 张卡`,
          en: `${show(sumOf(free, '2020'))}, cards: ${count}`,
        }),
        line('注销待退金额', 'Payable after closing', show(sumOf(free, '2410'))),
        line(
          '停用账户',
          'Deactivate the account',
          deactivate ? { cn: '是，所有登录失效', en: 'yes, all sign-ins are blocked' } : { cn: '否', en: 'no' },
        ),
      ],
    }
  },
  apply: async (tx, { accountId, legalRef, deactivate }, { approvalId, maker, checker, reason }) => {
    await lockAllMoney(tx, accountId)
    const { user_no, status } = await freezable(tx, accountId)
    const freezeId = newId('ffz')
    const inserted = await insertFreeze(tx, {
      freeze_id: freezeId,
      account_id: accountId,
      reason,
      legal_ref: legalRef,
      deactivated_from: deactivate ? status : null,
      maker_id: maker.staffId,
      checker_id: checker.staffId,
      approval_id: approvalId,
    })
    if (!inserted) throw refuse('conflict')
    await changeAccount(tx, accountId, { frozen: true, ...(deactivate && { status: 'DEACTIVATED' }) })
    const amount = await freezeFree(tx, accountId, { recorded: false })
    // What was held when this began may have become free for an account that was not marked yet.
    await leaveToFreeze(tx, accountId)
    if (deactivate) {
      await endSessionsOfAccount(tx, accountId, 'frozen')
      await revokeRemembersOfAccount(tx, accountId)
    }
    // Reason and reference stay with staff: a suspicion is not shown to the person suspected.
    const content = {
      cn: `冻结账户资金 ${show(amount)}${deactivate ? '，停用账户' : ''}`,
      en: `Froze the account’s funds, ${show(amount)}${deactivate ? ', and deactivated it' : ''}`,
    }
    await writeToHolder(tx, maker, accountId, { type: 'FUNDS', target: freezeId, content, amount })
    await notify(tx, { accountId }, 'funds_frozen', { amount: show(amount) })
    const after = { freezeId, amount, legalRef, deactivate, maker: maker.staffId }
    await recordStaff(tx, checker, { action: 'MONEY', target: user_no, accountId, reason, content, after })
  },
})

export const freezeFunds: Answer<typeof contract.freezeFunds> = async (
  staff,
  { accountId, legalRef, deactivate, reason },
  tx,
) => {
  await accountAtDesk(accountId)
  return { approvalId: await freezeApproval.propose(tx, staff, { accountId, legalRef, deactivate }, reason) }
}
