/** An account is stopped by hand, and restored by two people. */
import * as z from 'zod'
import type * as contract from '#contract/risk/risk.ts'
import { bpsOf } from '#contract/trades/declineLadder.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record, system } from '#server/audit/audit.ts'
import { nowMs, dayOf, startOf } from '#server/core/clock.ts'
import { accountsOfIds, accountOf, changeAccount } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { notify } from '#server/core/news.ts'
import { approvable, recordStaff } from '#server/staff/staff.ts'
import { climb, declinesByReason, insertShutdown, lockWatch } from '../ladder/ladderQueries.ts'
import { termsNow, weightNow, windowFrom } from '../ladder/rate.ts'
import { restoreAccount } from '../ladder/restoreAccount.ts'
import { stopCards } from '../ladder/weighDeclines.ts'

/** As the decline rate would, in the same order of locks: cards before the account's own row. */
export const shutAccount: Answer<typeof contract.shutAccount> = async (staff, { accountId, reason }, tx) => {
  const userNo = await userNoOf(accountId)
  const watch = await lockWatch(tx, accountId)
  if ((await accountOf(tx, accountId)).risk_state === 'SHUTDOWN') throw refuse('conflict')
  const stopped = await stopCards(tx, accountId)
  await changeAccount(tx, accountId, { risk: 'SHUTDOWN' })
  await climb(tx, accountId, 'STOP')
  const weight = await weightNow(tx, accountId, watch)
  const from = windowFrom(dayOf(nowMs()), watch)
  const shutdownId = newId('dsd')
  await insertShutdown(tx, {
    account_id: accountId,
    shutdown_id: shutdownId,
    attempts: weight.approved + weight.declined,
    declined: weight.declined,
    stop_above_bps: termsNow(watch).stopAboveBps,
    window_from: from,
    cards: stopped.length,
    reasons: await declinesByReason(tx, { accountId }, startOf(from)),
    stopped_by: staff.name,
    why: reason,
  })
  await record(tx, system(accountId), {
    type: 'CARD_FREEZE',
    target: accountId,
    content: { cn: '风控停用全部卡片', en: 'Risk control stopped all cards' },
    after: { shutdownId, cards: stopped.length },
  })
  const rate = `${(bpsOf(weight) / 100).toFixed(2)}%`
  await notify(
    tx,
    { accountId },
    'account_shutdown',
    { rate, limit: `${termsNow(watch).stopAboveBps / 100}%` },
    { type: 'declines', id: shutdownId },
  )
  await recordStaff(tx, staff, {
    action: 'RISK',
    target: userNo,
    accountId,
    reason,
    content: { cn: `停用账户全部卡片，共 ${stopped.length} 张`, en: `Stopped the account, cards: ${stopped.length}` },
    before: { risk: 'NORMAL' },
    after: { risk: 'SHUTDOWN', shutdownId },
  })
  return { accountId, cards: stopped.length }
}

export const restoreApproval = approvable('risk.restore', {
  payload: z.object({ accountId: z.string() }),
  shows: async (tx, { accountId }) => {
    const weight = await weightNow(tx, accountId, undefined)
    return {
      target: await userNoOf(accountId),
      accountId,
      onlyOne: accountId,
      lines: [
        {
          label: { cn: '账户状态', en: 'Account' },
          before: { cn: '已停用', en: 'Stopped' },
          after: { cn: '恢复，观察期 14 天', en: 'Restored, on probation for 14 days' },
        },
        {
          label: { cn: '近 30 天拒付率', en: 'Decline rate, last 30 days' },
          before: `${(bpsOf(weight) / 100).toFixed(2)}%`,
          after: null,
        },
      ],
    }
  },
  apply: async (tx, { accountId }, { maker, checker, reason }) => {
    const userNo = await userNoOf(accountId)
    const { cards } = await restoreAccount(tx, { accountId, by: maker.name, note: reason })
    await recordStaff(tx, checker, {
      action: 'RISK',
      target: userNo,
      accountId,
      reason,
      content: {
        cn: `恢复账户，${cards} 张卡，经办 ${maker.name}`,
        en: `Restored the account, cards: ${cards}, requested by ${maker.name}`,
      },
      before: { risk: 'SHUTDOWN' },
      after: { risk: 'NORMAL' },
    })
  },
})

export const askRestore: Answer<typeof contract.askRestore> = async (staff, { accountId, reason }, tx) => {
  await userNoOf(accountId)
  if ((await accountOf(tx, accountId)).risk_state !== 'SHUTDOWN') throw refuse('conflict')
  return { approvalId: await restoreApproval.propose(tx, staff, { accountId }, reason) }
}

async function userNoOf(accountId: string): Promise<string> {
  const [found] = await accountsOfIds([accountId])
  if (!found) throw refuse('not_found')
  return found.user_no
}
