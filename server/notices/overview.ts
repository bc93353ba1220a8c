import type * as contract from '../../contract/notices.ts'
import type { Answer } from '../answer.ts'
import { budgetOf, cardFigures, type CardFigures } from '../cards/cards.ts'
import { dateOf, startOfMonth } from '../calendar.ts'
import { DAY, nowMs } from '../clock.ts'
import { db } from '../db.ts'
import { forecastsUnderWay } from '../funding/funding.ts'
import { subCountsOf, subOf, subStatusOf } from '../identity/identity.ts'
import { authFigures, declineRate, tradeDays, type TradeDay } from '../trades/trades.ts'
import { carousel } from './lists.ts'
import { toppedUp, topUpsByDay, walletFigures } from './wallet.ts'

/** The window in which the decline rate is taken, and the rate above which all cards stop (spec §4). */
const WINDOW_DAYS = 30
const THRESHOLD_BPS = 500

export const overview: Answer<typeof contract.overview> = async (actor, { days }) => {
  const { accountId } = actor
  const [wallet, cards, trades, auth, toppedUpByDay, monthTopUp, subs, notices, forecastPending] = await Promise.all([
    walletFigures(accountId),
    cardFigures(db, { accountId, subUid: undefined }),
    tradeDays(db, { accountId }, Math.max(days, WINDOW_DAYS + 1)),
    declineRate(db, accountId),
    topUpsByDay(accountId, days),
    toppedUp(accountId, startOfMonth().from),
    subCountsOf(accountId),
    carousel(actor, { limit: 10 }),
    forecastsUnderWay(db, accountId),
  ])
  return {
    wallet,
    cards: countsOf(cards),
    spend: spendOf(trades, cards),
    auth: {
      count: auth.attempts,
      declined: auth.declined,
      declineRateBps: auth.bps,
      windowDays: WINDOW_DAYS,
      thresholdBps: THRESHOLD_BPS,
    },
    topup: { month: monthTopUp, total: wallet.usdDeposit },
    subs,
    trend: trades.slice(-days).map((day) => ({ ...day, topup: toppedUpByDay.get(day.date) ?? 0 })),
    carousel: notices,
    // 3-D codes are not yet there to be done.
    todo: { forecastPending, otp: 0 },
  }
}

/** A sub-account's own; for a parent one sub-account's, or with no subUid the total of all. */
export const overviewForSub: Answer<typeof contract.overviewForSub> = async (actor, { days, subUid: asked }) => {
  const subUid = actor.subUid ?? asked
  const sub = subUid === undefined ? undefined : await subOf(db, actor.accountId, subUid)
  const budget = sub && (await budgetOf(db, sub))
  const whose = { accountId: actor.accountId, subUid, subsOnly: true }
  const [cards, trades, auth, notices] = await Promise.all([
    cardFigures(db, whose),
    tradeDays(db, whose, Math.max(days, WINDOW_DAYS + 1)),
    authFigures(db, whose, WINDOW_DAYS),
    carousel(actor, { limit: 10 }),
  ])
  return {
    cards: countsOf(cards),
    spend: spendOf(trades, cards),
    auth,
    budget: budget
      ? { limit: budget.limit, used: budget.used, period: budget.period, resetTime: budget.resetsAt?.getTime() ?? null }
      : null,
    sub: sub
      ? {
          expireTime: sub.expires_at.getTime(),
          remainDays: Math.max(0, Math.ceil((sub.expires_at.getTime() - nowMs()) / DAY)),
          status: subStatusOf(sub),
        }
      : null,
    trend: trades.slice(-days).map((day) => ({ ...day, topup: 0 })),
    carousel: notices,
  }
}

function countsOf({ count }: CardFigures) {
  const { ACTIVE = 0, FROZEN = 0, RISK_FROZEN = 0, CLOSED = 0, CLOSING = 0, EXPIRED = 0, PENDING = 0 } = count
  const [frozen, closed] = [FROZEN + RISK_FROZEN, CLOSED + CLOSING + EXPIRED]
  return { total: ACTIVE + frozen + closed + PENDING, active: ACTIVE, frozen, closed, pending: PENDING }
}

function spendOf(days: TradeDay[], { consume }: CardFigures) {
  const month = dateOf(nowMs()).slice(0, 7)
  const spent = (some: TradeDay[]) => some.reduce((sum, { spend }) => sum + spend, 0)
  return {
    today: spent(days.slice(-1)),
    yesterday: spent(days.slice(-2, -1)),
    month: spent(days.filter(({ date }) => date.startsWith(month))),
    total: consume,
  }
}
