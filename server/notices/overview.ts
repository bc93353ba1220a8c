import type * as contract from '#contract/notices/notices.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Actor } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import { budgetOf, cardFigures, countExpiring, spendFigures, type CardFigures, type Spend } from '../cards/cards.ts'
import { DAY, nowMs, startOfMonth } from '../core/clock.ts'
import { db } from '../core/db.ts'
import { forecastsUnderWay } from '../funding/funding.ts'
import { subCountsOf, subOf, subStatusOf } from '../identity/identity.ts'
import { entitlementsOf } from '../plans/plans.ts'
import { countOpenAsks } from '../subaccounts/subaccounts.ts'
import { unseenCodes } from '../threeD/threeD.ts'
import { countDryCards, declineLimit, declineRate, declineRateOfSubs, declinesByDate } from '../trades/trades.ts'
import { carousel } from './lists.ts'
import { toppedUp, topUpsByDate, walletFigures } from './wallet.ts'

const { windowDays } = declineRisk

export const overview: Answer<typeof contract.overview> = async (actor, { days }) => {
  const { accountId } = actor
  const [
    wallet,
    cards,
    spend,
    declined,
    rate,
    thresholdBps,
    toppedUpOn,
    monthTopUp,
    { ending, ...subs },
    notices,
    todo,
  ] = await Promise.all([
    walletFigures(accountId),
    cardFigures(db, { accountId, subUid: undefined }),
    spendFigures(db, { accountId }, days),
    declinesByDate(db, { accountId }, days),
    declineRate(db, accountId),
    declineLimit(db, accountId),
    topUpsByDate(accountId, days),
    toppedUp(accountId, startOfMonth().from),
    subCountsOf(accountId, SOON_DAYS * DAY),
    carousel(actor, { limit: 10 }),
    todoOf(actor),
  ])
  return {
    wallet,
    cards: countsOf(cards),
    spend: shown(spend),
    auth: {
      count: rate.attempts,
      declined: rate.declined,
      declineRateBps: rate.bps,
      windowDays,
      thresholdBps,
    },
    topup: { month: monthTopUp, total: wallet.usdDeposit },
    subs,
    trend: trendOf(spend, declined, toppedUpOn),
    carousel: notices,
    todo: { ...todo, seatsEnding: ending },
  }
}

/** Soon enough to be told, and in time to do something. */
const SOON_DAYS = 7

async function todoOf(actor: Actor) {
  const { accountId } = actor
  const [forecastPending, otp, requests, { expiresAt }, dryCards, cardsExpiring] = await Promise.all([
    forecastsUnderWay(db, accountId),
    unseenCodes(actor),
    countOpenAsks(db, accountId),
    entitlementsOf(db, accountId),
    countDryCards(accountId),
    countExpiring(db, accountId, startOfMonth().until.getTime()),
  ])
  const planDays = expiresAt === undefined ? null : Math.max(0, Math.ceil((expiresAt.getTime() - nowMs()) / DAY))
  return {
    forecastPending,
    otp,
    requests,
    planDays: planDays !== null && planDays <= SOON_DAYS ? planDays : null,
    dryCards,
    cardsExpiring,
  }
}

/** A sub-account's own; for a parent one sub-account's, or with no subUid the total of all. */
export const overviewForSub: Answer<typeof contract.overviewForSub> = async (actor, { days, subUid: asked }) => {
  const subUid = actor.subUid ?? asked
  const sub = subUid === undefined ? undefined : await subOf(db, actor.accountId, subUid)
  const budget = sub && (await budgetOf(db, sub))
  const whose = { accountId: actor.accountId, subUid, subsOnly: true }
  const [cards, spend, declined, rate, notices] = await Promise.all([
    cardFigures(db, whose),
    spendFigures(db, whose, days),
    declinesByDate(db, whose, days),
    declineRateOfSubs(db, whose),
    carousel(actor, { limit: 10 }),
  ])
  return {
    cards: countsOf(cards),
    spend: shown(spend),
    auth: { count: rate.attempts, declined: rate.declined, declineRateBps: rate.bps, windowDays },
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
    trend: trendOf(spend, declined, new Map()),
    carousel: notices,
  }
}

function countsOf({ count }: CardFigures) {
  const { ACTIVE = 0, FROZEN = 0, RISK_FROZEN = 0, CLOSED = 0, CLOSING = 0, EXPIRED = 0, PENDING = 0 } = count
  const [frozen, closed] = [FROZEN + RISK_FROZEN, CLOSED + CLOSING + EXPIRED]
  return { total: ACTIVE + frozen + closed + PENDING, active: ACTIVE, frozen, closed, pending: PENDING }
}

const shown = ({ today, yesterday, month, total }: Spend) => ({ today, yesterday, month, total })

const trendOf = ({ days }: Spend, declined: Map<string, number>, toppedUpOn: Map<string, Cents>) =>
  days.map(({ date, spend }) => ({
    date,
    spend,
    topup: toppedUpOn.get(date) ?? 0,
    declined: declined.get(date) ?? 0,
  }))
