import { flag } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { cardRebinds as row } from '#contract/trades/rebinds.ts'
import { formerCardOf } from '#server/cards/cards.ts'
import type { Answer } from '#server/core/answer.ts'
import { DAY, nowMs } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { merchantNames } from '../lists/queries.ts'
import { recognize } from '../recurring/recognize.ts'
import { chargedMerchants, merchantsOfCard } from './queries.ts'

/** Three monthly charges show that they are regular. */
const DAYS = 90

/** Only how often it charged matters here, so each charge counts as large as the last. */
const everyDaysOf = (times: readonly number[], amountCents: number): number | null =>
  recognize(
    times.map((time) => ({ time, amountCents, feeCents: 0 })),
    nowMs(),
  )[0]?.everyDays ?? null

/** Returns the merchants that charged the card that this one has replaced: regular charges first, then the latest. */
export const cardRebinds: Answer<typeof row> = async (actor, { cardId }) => {
  const former = await formerCardOf(actor, cardId)
  if (former === undefined) throw refuse('not_found', { field: 'cardId' })
  if (former === null) return { data: [], days: DAYS }
  const { accountId } = actor
  const sinceMs = former.replacedAt.getTime() - DAYS * DAY
  const [charged, known] = await Promise.all([
    chargedMerchants(db, { accountId, cardId: former.cardId }, sinceMs),
    merchantsOfCard(db, { accountId, cardId }),
  ])
  const names = await merchantNames(
    db,
    charged.map(({ merchant_no }) => merchant_no),
  )
  const data = charged.map(({ merchant_no, times, count, amount_cents }) => ({
    merchantName: names.get(merchant_no) ?? '',
    lastAmount: amount_cents,
    lastTime: Math.round(Math.max(...times)),
    times: count,
    everyDays: everyDaysOf(times, amount_cents),
    rebound: flag(known.has(merchant_no)),
  }))
  return {
    data: data.toSorted(
      (a, b) => Number(b.everyDays !== null) - Number(a.everyDays !== null) || b.lastTime - a.lastTime,
    ),
    days: DAYS,
  }
}
