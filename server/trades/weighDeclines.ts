/** The decline rate of an account, and what happens when it is too high: all its cards are stopped (spec §4). */
import { declineRisk } from '../../contract/declines.ts'
import { record, system } from '../audit/audit.ts'
import { blockCards } from '../cards/cards.ts'
import { nowMs } from '../clock.ts'
import { transaction } from '../db.ts'
import { accountOf, changeAccount } from '../identity/identity.ts'
import { notify } from '../news.ts'
import { dayOf } from './decide/usage.ts'
import { accountsWithDeclines, weightOf, type Reader } from './queries.ts'

export type Rate = { readonly attempts: number; readonly declined: number; readonly bps: number }

/** Counted declines among all attempts that weigh, over the window. Increments and verifications are no attempts. */
export async function declineRate(reader: Reader, accountId: string): Promise<Rate> {
  const { approved, declined } = await weightOf(reader, accountId, dayOf(nowMs()) - declineRisk.windowDays + 1)
  const attempts = approved + declined
  return { attempts, declined, bps: attempts ? Math.floor((declined * 10_000) / attempts) : 0 }
}

/** A few declines of a few attempts say nothing: below the sample nobody is stopped, or one purchase could do it (and one thief). */
export const verdict = ({ attempts, declined, bps }: Rate): 'stop' | 'urgent' | 'warn' | 'fine' => {
  const { stopAboveBps, urgentAtBps, warnAtBps, minAttempts, minDeclines } = declineRisk
  if (attempts < minAttempts || declined < minDeclines) return 'fine'
  return declined * 10_000 > stopAboveBps * attempts
    ? 'stop'
    : bps >= urgentAtBps
      ? 'urgent'
      : bps >= warnAtBps
        ? 'warn'
        : 'fine'
}

export const weighDeclines = ({ accountId }: { accountId: string }): Promise<void> =>
  transaction(async (tx) => {
    const { risk_state: before } = await accountOf(tx, accountId)
    if (before === 'SHUTDOWN') return
    const rate = await declineRate(tx, accountId)
    const found = verdict(rate)
    const words = { rate: `${(rate.bps / 100).toFixed(2)}%` }
    if (found === 'stop') {
      await changeAccount(tx, accountId, { risk: 'SHUTDOWN' })
      await blockCards(tx, { accountId, block: 'RISK', on: true, reason: '拒付率过高 decline rate', tell: false })
      await record(tx, system(accountId), {
        type: 'CARD_FREEZE',
        target: accountId,
        content: { cn: `拒付率 ${words.rate}，停用全部卡片`, en: `Decline rate ${words.rate}: all cards stopped` },
        after: { ...rate },
      })
      await notify(tx, { accountId }, 'account_shutdown', words)
    } else if (found === 'fine') {
      if (before === 'WARN') await changeAccount(tx, accountId, { risk: 'NORMAL' })
    } else if (before === 'NORMAL') {
      await changeAccount(tx, accountId, { risk: 'WARN' })
      await notify(tx, { accountId }, found === 'urgent' ? 'decline_warn_400' : 'decline_warn_300', words)
    }
  })

/** In case that a question got lost on the way. */
export async function weighAll(): Promise<void> {
  for (const { account_id } of await accountsWithDeclines(dayOf(nowMs())))
    await weighDeclines({ accountId: account_id })
}
