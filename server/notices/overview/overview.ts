import type * as contract from '#contract/notices/notices.ts'
import { add, type Cents } from '#contract/core/money.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import { enums } from '#contract/enums.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import {
  budgetOf,
  cardFigures,
  countExpiring,
  hasSeenNumber,
  spendFigures,
  type CardFigures,
  type Spend,
} from '#server/cards/cards.ts'
import { DAY, nowMs, startOfMonth, dateOf, dayOf, startOf } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { forecastsUnderWay } from '#server/funding/funding.ts'
import { subCountsOf, subOf, subStatusOf } from '#server/identity/identity.ts'
import { entitlementsOf } from '#server/plans/plans.ts'
import { countOpenAsks } from '#server/subaccounts/subaccounts.ts'
import { unseenCodes } from '#server/threeD/threeD.ts'
import { countDryCards, declineLimit, declineRate, declineRateOfSubs, declinesByDate } from '#server/trades/trades.ts'
import { balancesOf, owedBy, tenant, topUpsByDay, wallet as walletOf } from '#server/ledger/ledger.ts'
import { carousel } from '../inbox/lists.ts'

const { windowDays } = declineRisk

export const overview: Answer<typeof contract.overview> = async (actor, { days }) => {
  const { accountId } = actor
  const cardsAndTopUps = cardsAndTopUpsOf(accountId)
  const [wallet, [cards, topUps], spend, declined, rate, thresholdBps, { ending, ...subs }, notices, todo] =
    await Promise.all([
      walletFigures(accountId, cardsAndTopUps),
      cardsAndTopUps,
      spendFigures(db, { accountId }, days),
      declinesByDate(db, { accountId }, days),
      declineRate(db, accountId),
      declineLimit(db, accountId),
      subCountsOf(accountId, SOON_DAYS * DAY),
      carousel(actor, { limit: 10 }),
      todoOf(actor),
    ])
  const purchased = spend.total > 0 || rate.attempts > rate.declined
  return {
    wallet,
    cards: countsOf(cards),
    spend: shown(spend),
    auth: { count: rate.attempts, declined: rate.declined, declineRateBps: rate.bps, windowDays, thresholdBps },
    topup: { month: topUps.month, total: topUps.total },
    // Who has paid has seen the number, so the log is only searched while it is short.
    steps: { numberSeen: flag(purchased || (await hasSeenNumber(db, accountId))), purchased: flag(purchased) },
    subs,
    trend: trendOf(spend, declined, topUps.byDate),
    carousel: notices,
    todo: { ...todo, seatsEnding: ending },
  }
}

/** How long before it happens the overview warns, so that there is time to act. */
const SOON_DAYS = 7

async function todoOf(actor: Actor) {
  const { accountId } = actor
  const [forecastPending, otp, requests, { expiresAt }, dryCards, cardsExpiring] = await Promise.all([
    forecastsUnderWay(db, accountId),
    unseenCodes(actor),
    countOpenAsks(db, accountId),
    entitlementsOf(db, accountId),
    countDryCards(accountId),
    countExpiring(db, accountId),
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

/** A sub-account's own; for a parent, one sub-account's, or without a subUid the total of all. */
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
  days.map(({ date, spend }) => ({ date, spend, topup: toppedUpOn.get(date) ?? 0, declined: declined.get(date) ?? 0 }))

/** The balances. A sub-account without access to the wallet sees what it may spend. */
export const wallet: Answer<typeof contract.wallet> = async (actor) => {
  const budget =
    actor.subUid === undefined ? undefined : await budgetOf(db, await subOf(db, actor.accountId, actor.subUid))
  const own = budget ? { usdBudget: budget.limit, usdBudgetUsed: budget.used } : {}
  return actor.may.has('wallet:view')
    ? { ...(await walletFigures(actor.accountId, cardsAndTopUpsOf(actor.accountId))), ...own }
    : own
}

/** Top-ups credited by date, in this month, and in total; dates without top-ups are missing. */
async function topUpFigures(accountId: string) {
  const days = await topUpsByDay(db, accountId)
  const firstOfMonth = dayOf(startOfMonth().from.getTime())
  return {
    byDate: new Map(days.map(({ day, cents }) => [dateOf(startOf(day)), cents])),
    month: add(0, ...days.filter(({ day }) => day >= firstOfMonth).map(({ cents }) => cents)),
    total: add(0, ...days.map(({ cents }) => cents)),
  }
}

/** What the page and its wallet both show is read once. */
const cardsAndTopUpsOf = (accountId: string) =>
  Promise.all([cardFigures(db, { accountId, subUid: undefined }), topUpFigures(accountId)])

/** Everything in cents. Card balances and spend include the sub-accounts' cards: it is all the account's money. */
async function walletFigures(
  accountId: string,
  cardsAndTopUps: Promise<readonly [CardFigures, Awaited<ReturnType<typeof topUpFigures>>]>,
) {
  const [[purse, rebate, frozen], owed, [cards, { total: usdDeposit }]] = await Promise.all([
    balancesOf(db, [walletOf(accountId), tenant('2320', accountId), tenant('2420', accountId)]),
    owedBy(db, accountId),
    cardsAndTopUps,
  ])
  return {
    usdBalance: purse!.available,
    usdFrozen: purse!.held,
    usdCard: cards.balance,
    usdDeposit,
    usdConsume: cards.consume,
    usdRebate: rebate!.available,
    usdReceivable: owed.total,
    usdOwedOnCards: owed.onCards,
    usdFundsFrozen: frozen!.posted,
  }
}

export const enumList: Answer<typeof contract.enumList> = async ({ from }, { type, lang = from.lang }) => {
  const options = Object.hasOwn(enums, type) ? enums[type] : undefined
  if (!options) throw refuse('invalid', { field: 'type' })
  return Object.entries(options).map(([value, option]) => ({
    value,
    label: option[lang],
    ...(option.ext && { ext: inOneLanguage(option.ext, lang) }),
  }))
}

/** Texts among the extras are given in the requested language. */
const inOneLanguage = (ext: Readonly<Record<string, unknown>>, lang: Lang): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(ext).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null && 'cn' in value ? (value as Record<Lang, string>)[lang] : value,
    ]),
  )
