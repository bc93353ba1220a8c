import { bpsOf, declinesTo, rungOf, type declineLadder as row, type Rung } from '#contract/trades/declineLadder.ts'
import { declineReasons, declineRisk, type DeclineReason } from '#contract/trades/declines.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import type { Answer } from '#server/core/answer.ts'
import { cardIdsOfSub, cardNames } from '#server/cards/cards.ts'
import { nowMs, dateOf, dayOf, startOf } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { reasonText } from '../lists/authorizations.ts'
import { declinesByReason, maybeWatch, shutdownsOf } from './ladderQueries.ts'
import { termsNow, weightOn, windowFrom } from './rate.ts'
import { weightByCard, weightByDay } from './weightQueries.ts'

const DAYS = 30
const TOP_CARDS = 5

/** How far an account has gone up the ladder, how it got there, and how much more it can take. */
export const declineLadder: Answer<typeof row> = async (actor) => {
  const { accountId, subUid } = actor
  const watch = await maybeWatch(db, accountId)
  const today = dayOf(nowMs())
  // What is taken off after a restoration is the account's; a sub-account's part of it is not known.
  const restored = subUid === undefined ? watch : undefined
  const from = windowFrom(today, restored)
  const cardIds = subUid === undefined ? undefined : await cardIdsOfSub(db, accountId, subUid)
  const weighed = { accountId, cardIds }
  const [account, days, reasons, worst, shutdowns] = await Promise.all([
    accountOf(db, accountId),
    weightByDay(db, weighed, today - DAYS - declineRisk.windowDays + 2),
    declinesByReason(db, weighed, startOf(from)),
    weightByCard(db, weighed, from, TOP_CARDS),
    shutdownsOf(db, accountId),
  ])
  const terms = termsNow(watch)
  const weight = weightOn(today, days, restored)
  const [last] = shutdowns
  return {
    rung: account.risk_state === 'SHUTDOWN' ? 'STOP' : subUid === undefined ? rungOf(weight, terms) : rungFrom(watch),
    ...weight,
    rateBps: bpsOf(weight),
    windowDays: declineRisk.windowDays,
    windowFrom: startOf(from),
    minAttempts: terms.minAttempts,
    minDeclines: terms.minDeclines,
    enough: flag(weight.approved + weight.declined >= terms.minAttempts && weight.declined >= terms.minDeclines),
    rungs: (['WARN', 'URGENT', 'STOP'] as const).map((rung) => ({
      rung,
      atBps: { WARN: terms.warnAtBps, URGENT: terms.urgentAtBps, STOP: terms.stopAboveBps }[rung],
      more: subUid === undefined ? declinesTo(rung, weight, terms) : null,
    })),
    ...probationOf(watch, account.risk_state === 'SHUTDOWN' ? undefined : last),
    days: Array.from({ length: DAYS }, (_, i) => today - DAYS + 1 + i).map((day) => dayOfLadder(day, days, restored)),
    reasons: reasons.map(({ reason, counted, count }) => ({
      reason,
      ...wordsOf(reason, actor.from.lang),
      counted: flag(counted),
      count,
    })),
    cards: await named(accountId, worst),
    stopped:
      account.risk_state === 'SHUTDOWN' && last
        ? {
            time: last.stopped_at.getTime(),
            attempts: last.attempts,
            declined: last.declined,
            rateBps: bpsOf({ approved: last.attempts - last.declined, declined: last.declined }),
            limitBps: last.stop_above_bps,
            cards: last.cards,
          }
        : null,
  }
}

function probationOf(
  watch: { probation_until: Date | null } | undefined,
  last: { restored_at: Date | null } | undefined,
) {
  const until = watch?.probation_until?.getTime() ?? 0
  if (until <= nowMs()) return { restoredTime: null, probationUntil: null }
  return { restoredTime: last?.restored_at?.getTime() ?? null, probationUntil: until }
}

const rungFrom = (watch: { rung: Rung } | undefined): Rung => watch?.rung ?? 'FINE'

function dayOfLadder(day: number, days: Parameters<typeof weightOn>[1], restored: Parameters<typeof weightOn>[2]) {
  const added = days.find((one) => one.day === day)
  return {
    date: dateOf(startOf(day)),
    approved: added?.approved ?? 0,
    declined: added?.declined ?? 0,
    rateBps: bpsOf(weightOn(day, days, restored)),
  }
}

const wordsOf = (reason: string, lang: Lang) => ({
  text: reasonText(reason, lang),
  advice: declineReasons[reason as DeclineReason]?.advice[lang] ?? '',
})

async function named(accountId: string, cards: Awaited<ReturnType<typeof weightByCard>>) {
  const names = await cardNames(
    db,
    accountId,
    cards.map(({ cardId }) => cardId),
  )
  return cards.map(({ cardId, approved, declined }) => ({
    cardId,
    cardSeqNo: names.get(cardId)?.cardSeqNo ?? '',
    lastFour: names.get(cardId)?.lastFour ?? '',
    attempts: approved + declined,
    declined,
  }))
}
