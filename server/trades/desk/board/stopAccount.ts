/** Staff stop an account manually; restoring it takes two people. */
import * as z from 'zod'
import type * as contract from '#contract/trades/desk/board.ts'
import { bpsOf } from '#contract/trades/declineLadder.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record, system } from '#server/audit/audit.ts'
import { nowMs, dayOf, startOf, ahead, DAY } from '#server/core/clock.ts'
import { accountsOfIds, accountOf, changeAccount } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { notify } from '#server/core/news.ts'
import { approvable, recordStaff } from '#server/staff/staff.ts'
import {
  climb,
  declinesByReason,
  insertShutdown,
  lockWatch,
  beginAgain,
  endShutdown,
  shutdownsOf,
  stoppedByCvc,
  weightByDay,
} from '#server/trades/ladder/queries.ts'
import { termsNow, weightNow, windowFrom } from '#server/trades/ladder/rate.ts'
import { stopCards } from '#server/trades/ladder/weighDeclines.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import { earliestRestore } from './restoreEvidence.ts'
import { blockCards } from '#server/cards/cards.ts'
import type { Tx } from '#server/core/db.ts'

/** Stops it as the decline rate would, with the same lock order: cards before the account's own row. */
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

/**
 * Lifts the RISK block of every card except those with too many wrong security codes, and starts a new window, on probation. Cards frozen by the owner stay
 * frozen. Refused before the waiting time has passed if the account was stopped twice in a short time.
 */
export async function restoreAccount(
  tx: Tx,
  { accountId, by, note }: { accountId: string; by: string; note: string },
): Promise<{ cards: number }> {
  await lockWatch(tx, accountId)
  if ((await accountOf(tx, accountId)).risk_state !== 'SHUTDOWN') throw refuse('conflict')
  const { probation } = declineRisk
  const earliest = earliestRestore(await shutdownsOf(tx, accountId))
  if (nowMs() < earliest) throw refuse('conflict', { earliest })

  const released = await blockCards(tx, {
    accountId,
    but: await stoppedByCvc(tx, accountId),
    block: 'RISK',
    on: false,
    reason: 'RESTORED',
  })
  await changeAccount(tx, accountId, { risk: 'NORMAL' })
  const day = dayOf(nowMs())
  const [today] = await weightByDay(tx, { accountId }, day)
  const probationUntil = ahead(probation.days * DAY)
  await beginAgain(tx, accountId, {
    day,
    approved: today?.approved ?? 0,
    declined: today?.declined ?? 0,
    probationUntil,
  })
  await endShutdown(tx, accountId, by, note)
  await record(tx, system(accountId), {
    type: 'CARD_FREEZE',
    target: '主账户 Account',
    content: { cn: `恢复账户：${note}`, en: `Restored the account: ${note}` },
    after: { by, cards: released.length, probationUntil },
  })
  await notify(tx, { accountId }, 'account_restored')
  return { cards: released.length }
}
