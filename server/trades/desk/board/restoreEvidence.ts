/** Why an account was stopped, what its owner has done about it since, and what a restoration would mean. */
import type * as contract from '#contract/trades/desk/board.ts'
import { bpsOf } from '#contract/trades/declineLadder.ts'
import { declineReasons, declineRisk, reasonText, type DeclineReason } from '#contract/trades/declines.ts'
import { cardLogTypes, type CardLogType } from '#contract/cards/states.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { actsOfHolderSince, cardNames } from '#server/cards/cards.ts'
import { DAY, dayOf, nowMs } from '#server/core/clock.ts'
import { port } from '#server/core/composition.ts'
import { db } from '#server/core/db.ts'
import { accountsOfIds } from '#server/identity/identity.ts'
import { approvalWaitingFor } from '#server/staff/staff.ts'
import { declinesFrom, shutdownsOf, weightByCard, type ReasonCount } from '#server/trades/ladder/queries.ts'

const TOP_CARDS = 8

/** What can end the cause of a decline. Looking at a number or moving a card to another group does not. */
const FIXES: readonly CardLogType[] = [
  'ADDRESS_DONE',
  'CLOSED',
  'DELETE',
  'FREEZE',
  'LOAD',
  'REPLACED',
  'COVER',
  'HANDED',
]

type Shutdown = Awaited<ReturnType<typeof shutdownsOf>>[number]

/** Two stops by the rate in a short time: the second lasts for a minimum time. */
export function earliestRestore(shutdowns: readonly Shutdown[]): number {
  // A manual stop does not count as a second time that the rate was too high.
  const [last, before] = shutdowns.filter(({ stopped_by }) => stopped_by === null)
  const { soonDays, againAfterDays } = declineRisk
  const again = last && before && last.stopped_at.getTime() - before.stopped_at.getTime() < soonDays * DAY
  return again ? last.stopped_at.getTime() + againAfterDays * DAY : 0
}

const rateOf = ({ attempts, declined }: Shutdown): number => bpsOf({ approved: attempts - declined, declined })

export const restoreEvidence: Answer<typeof contract.restoreEvidence> = async (staff, { accountId }) => {
  const { lang } = staff.from
  if ((await accountsOfIds([accountId])).length === 0) throw refuse('not_found')
  await port('accounts.requestSeen')(staff, accountId)
  const shutdowns = await shutdownsOf(db, accountId)
  const stop = shutdowns.find(({ restored_at }) => restored_at === null)
  const sinceMs = stop?.stopped_at.getTime() ?? nowMs()
  const [worst, acts, since] = await Promise.all([
    weightByCard(db, { accountId }, stop?.window_from ?? dayOf(nowMs()), TOP_CARDS),
    stop ? actsOfHolderSince(db, accountId, new Date(sinceMs), FIXES) : [],
    stop ? declinesFrom(db, accountId, sinceMs) : 0,
  ])
  const names = await cardNames(
    db,
    accountId,
    worst.map(({ cardId }) => cardId),
  )
  const named = new Set(worst.map(({ cardId }) => cardId))
  const others = acts.filter(({ card_id }) => !named.has(card_id))
  const earliest = earliestRestore(shutdowns)
  const { probation } = declineRisk
  return {
    stop: stop
      ? {
          ...{ time: sinceMs, by: stop.stopped_by, why: stop.why, cards: stop.cards },
          ...{ attempts: stop.attempts, declined: stop.declined, rateBps: rateOf(stop), limitBps: stop.stop_above_bps },
        }
      : null,
    reasons: ((stop?.reasons ?? []) as ReasonCount[]).map(({ reason, counted, count }) => ({
      ...{ reason, counted: flag(counted), count, text: reasonText(reason, lang) },
      advice: declineReasons[reason as DeclineReason]?.advice[lang] ?? '',
    })),
    cards: worst.map(({ cardId, approved, declined }) => ({
      ...{ cardId, lastFour: names.get(cardId)?.lastFour ?? '', attempts: approved + declined, declined },
      fixes: acts
        .filter(({ card_id }) => card_id === cardId)
        .map(({ type, count, last }) => ({ type, text: textOf(type, lang), count, time: last.getTime() })),
    })),
    fixes: [...Map.groupBy(others, ({ type }) => type)].map(([type, rows]) => ({
      ...{ type, text: textOf(type, lang), cards: rows.length },
      count: rows.reduce((sum, { count }) => sum + count, 0),
    })),
    triedSince: since,
    history: shutdowns
      .filter((one) => one !== stop)
      .map((one) => ({
        ...{ time: one.stopped_at.getTime(), by: one.stopped_by, rateBps: rateOf(one) },
        ...{ restoredTime: one.restored_at?.getTime() ?? null, restoredBy: one.restored_by, note: one.note },
      })),
    probation: {
      ...{ days: probation.days, limitBps: probation.stopAboveBps, minAttempts: probation.minAttempts },
      earliestTime: earliest > nowMs() ? earliest : null,
    },
    approvalId: await approvalWaitingFor('risk.restore', accountId),
  }
}

const textOf = (type: string, lang: Lang): string => cardLogTypes[type as CardLogType]?.[lang] ?? type
