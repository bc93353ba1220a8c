import { FEES_KEY, type cardSpend as row } from '#contract/trades/spend.ts'
import { refuse } from '#contract/core/refusals.ts'
import { maybeCard } from '#server/cards/cards.ts'
import type { Answer } from '#server/core/answer.ts'
import { dateOf, dayOf, nowMs, startOf } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { merchantNamer } from './names.ts'
import { spendOfDays, spendOfMerchants, type Sums } from './queries.ts'

/** Merchants shown; the others are added up. */
const MOST_MERCHANTS = 50
const NOTHING: Sums = { count: 0, spent: 0, refunded: 0 }

export const sumOf = (rows: readonly Sums[]): Sums =>
  rows.reduce(
    (sum, { count, spent, refunded }) => ({
      count: sum.count + count,
      spent: sum.spent + spent,
      refunded: sum.refunded + refunded,
    }),
    NOTHING,
  )
const figuresOf = ({ count, spent, refunded }: Sums): Sums => ({ count, spent, refunded })
export const netOf = ({ spent, refunded }: Sums): number => spent - refunded

/** Returns what a card has spent, by day and by merchant. To a sub-account: while it had the card. */
export const cardSpend: Answer<typeof row> = async (actor, { cardId, days }) => {
  const { accountId, subUid } = actor
  if (!(await maybeCard(db, actor, cardId))) throw refuse('not_found', { field: 'cardId' })
  const today = dayOf(nowMs())
  const now = { from: today - days + 1, until: today }
  const whose = { accountId, subUid, cardId }
  if (!actor.may.has('trade:view'))
    return { byDay: [], total: NOTHING, before: 0, merchants: [], others: null, detailed: false }
  const [rows, merchants, nameOf] = await Promise.all([
    spendOfDays(db, whose, { from: now.from - days, until: today }),
    spendOfMerchants(db, whose, now),
    merchantNamer(actor.from.lang),
  ])
  const on = new Map(rows.map((sums) => [sums.day, sums]))
  const found = merchants.toSorted((a, b) => netOf(b) - netOf(a) || a.key.localeCompare(b.key))
  const others = found.slice(MOST_MERCHANTS)
  return {
    byDay: Array.from({ length: days }, (_, at) => now.from + at).map((day) => ({
      date: dateOf(startOf(day)),
      ...figuresOf(on.get(day) ?? NOTHING),
    })),
    total: sumOf(rows.filter(({ day }) => day >= now.from)),
    before: netOf(sumOf(rows.filter(({ day }) => day < now.from))),
    merchants: found
      .slice(0, MOST_MERCHANTS)
      .map((sums) => ({
        key: sums.key,
        name: nameOf(sums.key),
        names: sums.key === FEES_KEY ? [] : sums.names,
        ...figuresOf(sums),
        lastTime: sums.last_at?.getTime() ?? null,
      })),
    others: others.length ? { merchants: others.length, ...sumOf(others) } : null,
    detailed: true,
  }
}
