/** All cards of an account work again: what staff decide after they have looked at its declines. */
import { declineRisk } from '#contract/trades/declines.ts'
import { refuse } from '#contract/core/refusals.ts'
import { record, system } from '#server/audit/audit.ts'
import { blockCards } from '#server/cards/cards.ts'
import { ahead, DAY, nowMs, dayOf } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { accountOf, changeAccount } from '#server/identity/identity.ts'
import { notify } from '#server/core/news.ts'
import { beginAgain, endShutdown, lockWatch, shutdownsOf, stoppedByCvc } from './ladderQueries.ts'
import { weightByDay } from './weightQueries.ts'

/**
 * Lift the RISK block of every card but those that wrong security codes have stopped, and begin the window anew, on
 * probation. What the owner froze stays frozen. Refused before its time where the account was stopped twice in a short while.
 */
export async function restoreAccount(
  tx: Tx,
  { accountId, by, note }: { accountId: string; by: string; note: string },
): Promise<{ cards: number }> {
  await lockWatch(tx, accountId)
  if ((await accountOf(tx, accountId)).risk_state !== 'SHUTDOWN') throw refuse('conflict')
  // What people did by hand is no second time that the rate went too high.
  const [last, before] = (await shutdownsOf(tx, accountId)).filter(({ stopped_by }) => stopped_by === null)
  const { soonDays, againAfterDays, probation } = declineRisk
  const again = last && before && last.stopped_at.getTime() - before.stopped_at.getTime() < soonDays * DAY
  const earliest = again ? last.stopped_at.getTime() + againAfterDays * DAY : 0
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
