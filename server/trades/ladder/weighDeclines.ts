/** Checks the decline rate; if it is too high, warns the owner or stops all cards (docs/reference/numbers.md#decline-rate). */
import { bpsOf, rungOf, rungs, type LadderTerms, type Rung, type Weight } from '#contract/trades/declineLadder.ts'
import { record, system } from '#server/audit/audit.ts'
import { blockCards } from '#server/cards/cards.ts'
import { ago, DAY, nowMs, dayOf, startOf } from '#server/core/clock.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import { accountOf, changeAccount, textHolder } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { notify } from '#server/core/news.ts'
import { accountsWithDeclines } from '../queries.ts'
import { climb, declinesByReason, insertShutdown, lockWatch, type WatchRow } from './queries.ts'
import { termsNow, weightNow, windowFrom } from './rate.ts'

/** One transaction: the check under its lock, the account's state, every card, the notices and the audit row. */
export const weighDeclines = ({ accountId }: { accountId: string }): Promise<void> =>
  transaction(async (tx) => {
    const watch = await lockWatch(tx, accountId)
    const { risk_state } = await accountOf(tx, accountId)
    // A card that was being opened when the others were stopped.
    if (risk_state === 'SHUTDOWN') return void (await stopCards(tx, accountId))
    const weight = await weightNow(tx, accountId, watch)
    const terms = termsNow(watch)
    const rung = rungOf(weight, terms)
    if (rung === 'STOP') return shutDown(tx, accountId, watch, weight, terms)
    await changeAccount(tx, accountId, { risk: rung === 'FINE' ? 'NORMAL' : 'WARN' })
    await tellOfRung(tx, accountId, watch, rung, weight)
  })

/** Notifies only when the level rises, and once a day per level: a rate that fluctuates around it is one event. */
async function tellOfRung(tx: Tx, accountId: string, watch: WatchRow, rung: Rung, weight: Weight): Promise<void> {
  const up = rungs.indexOf(rung) > rungs.indexOf(watch.rung)
  const isNews = (at: Date | null) => up && (!at || at < ago(DAY))
  const warn = rung === 'WARN' && isNews(watch.told_warn_at)
  const urgent = rung === 'URGENT' && isNews(watch.told_urgent_at)
  await climb(tx, accountId, rung, { warn, urgent })
  const words = { rate: percent(weight), limit: `${termsNow(watch).stopAboveBps / 100}%` }
  if (warn) await notify(tx, { accountId }, 'decline_warn_300', words)
  if (!urgent) return
  await notify(tx, { accountId }, 'decline_warn_400', words)
  await textHolder(tx, accountId, {
    cn: `【Kaika】拒付率已达 ${words.rate}，超过 ${words.limit} 将停用全部卡片。请先处理被拒的扣款。`,
    en: `[Kaika] Your decline rate is ${words.rate}. Above ${words.limit}, all cards are stopped. Check your declined charges.`,
  })
}

/** Cards before the account's own row, in the common lock order. From the commit on every server declines, because each decision reads the account's state. */
async function shutDown(tx: Tx, accountId: string, watch: WatchRow, weight: Weight, terms: LadderTerms): Promise<void> {
  const stopped = await stopCards(tx, accountId)
  await changeAccount(tx, accountId, { risk: 'SHUTDOWN' })
  await climb(tx, accountId, 'STOP')
  const shutdownId = newId('dsd')
  const from = windowFrom(dayOf(nowMs()), watch)
  const figures = { attempts: weight.approved + weight.declined, declined: weight.declined, bps: bpsOf(weight) }
  await insertShutdown(tx, {
    account_id: accountId,
    shutdown_id: shutdownId,
    attempts: figures.attempts,
    declined: figures.declined,
    stop_above_bps: terms.stopAboveBps,
    window_from: from,
    cards: stopped.length,
    reasons: await declinesByReason(tx, { accountId }, startOf(from)),
  })
  const words = { rate: percent(weight), limit: `${terms.stopAboveBps / 100}%` }
  await record(tx, system(accountId), {
    type: 'CARD_FREEZE',
    target: '主账户 Account',
    content: { cn: `拒付率 ${words.rate}，停用全部卡片`, en: `Decline rate ${words.rate}: all cards stopped` },
    after: { ...figures, stopAboveBps: terms.stopAboveBps, shutdownId, cards: stopped.length },
  })
  await notify(tx, { accountId }, 'account_shutdown', words, { type: 'declines', id: shutdownId })
  await textHolder(tx, accountId, {
    cn: `【Kaika】拒付率 ${words.rate} 超过 ${words.limit}，全部卡片已停用，资金不受影响。请登录查看并联系客服。`,
    en: `[Kaika] Your decline rate of ${words.rate} is above ${words.limit}, so all cards are stopped. Your money is safe. Sign in to see why, then contact customer service.`,
  })
}

export const stopCards = (tx: Tx, accountId: string): Promise<string[]> =>
  blockCards(tx, { accountId, block: 'RISK', on: true, reason: 'DECLINE_RATE', tell: false })

const percent = (weight: Weight): string => `${(bpsOf(weight) / 100).toFixed(2)}%`

/** In case a scheduled check was lost. */
export async function weighAll(): Promise<void> {
  for (const { account_id } of await accountsWithDeclines(dayOf(nowMs())))
    await weighDeclines({ accountId: account_id })
}
