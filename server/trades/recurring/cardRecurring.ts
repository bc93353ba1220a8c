import { blocksOf } from '#contract/cards/states.ts'
import { add, type Cents } from '#contract/core/money.ts'
import { chargeStates, type cardRecurring as row, type Obstacle } from '#contract/trades/recurring.ts'
import { refuse } from '#contract/core/refusals.ts'
import { maybeCard } from '#server/cards/cards.ts'
import type { Answer } from '#server/core/answer.ts'
import { DAY, nowMs } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { merchantNames } from '../lists/queries.ts'
import { newestCharges } from './queries.ts'
import { isExpected, recognize, type Recurring } from './recognize.ts'

/** Two yearly charges, and one that was missed. */
const LOOK_BACK_DAYS = 800
const MOST_ROWS = 50
const EXPECTED_DAYS = 30

/** Returns the recurring charges of a card, and whether the next of each would pass as the card is now. */
export const cardRecurring: Answer<typeof row> = async (actor, { cardId }) => {
  const card = await maybeCard(db, actor, cardId)
  if (!card) throw refuse('not_found', { field: 'cardId' })
  const detailed = actor.may.has('trade:view')
  const now = nowMs()
  const charges = detailed
    ? await newestCharges(db, { accountId: actor.accountId, cardId }, now - LOOK_BACK_DAYS * DAY)
    : []
  const found = [...Map.groupBy(charges, ({ merchant_no }) => merchant_no)]
    .flatMap(([merchantNo, rows]) =>
      recognize(
        rows.map(({ time, amount_cents, fee_cents }) => ({ time, amountCents: amount_cents, feeCents: fee_cents })),
        now,
      ).map((charge) => ({ ...charge, merchantNo })),
    )
    .toSorted((a, b) => (a.nextTime ?? Infinity) - (b.nextTime ?? Infinity) || b.last.time - a.last.time)
  const shown = found.slice(0, MOST_ROWS)
  const names = await merchantNames(
    db,
    shown.map(({ merchantNo }) => merchantNo),
  )
  let left = card.available_cents
  const list = shown.map((charge) => {
    const cost = costOf(charge)
    const expected = isExpected(charge)
    const shortBy = expected ? Math.max(0, cost - left) : 0
    if (expected) left -= cost
    return {
      merchantName: names.get(charge.merchantNo) ?? '',
      interval: charge.unit,
      everyDays: charge.everyDays,
      times: charge.times,
      lastAmount: charge.last.amountCents,
      lastTime: Math.round(charge.last.time),
      formerAmount: charge.formerCents ?? null,
      leastAmount: charge.leastCents,
      mostAmount: charge.mostCents,
      nextAmount: charge.nextTime === undefined ? null : cost,
      nextTime: charge.nextTime === undefined ? null : Math.round(charge.nextTime),
      confidence: charge.confidence,
      state: charge.state,
      stateText: chargeStates[charge.state][actor.from.lang],
      obstacle: expected ? obstacleOf(card, charge.nextTime!, shortBy) : null,
      shortBy,
    }
  })
  const until = found.filter(isExpected).map((charge) => {
    const count = charge.until(now + EXPECTED_DAYS * DAY).length
    return { count, amount: count * costOf(charge) }
  })
  const amount = add(0, ...until.map((of) => of.amount))
  return {
    list,
    expected: {
      days: EXPECTED_DAYS,
      count: until.reduce((sum, { count }) => sum + count, 0),
      amount,
      shortBy: Math.max(0, amount - card.available_cents),
    },
    detailed,
  }
}

const costOf = ({ last }: Recurring): Cents => add(last.amountCents, last.feeCents)

type State = NonNullable<Awaited<ReturnType<typeof maybeCard>>>

/** In the order in which a decision asks: the card's state, its expiry, its money. */
function obstacleOf(card: State, nextTime: number, shortBy: Cents): Obstacle | null {
  if (card.status === 'EXPIRED') return 'EXPIRES'
  if (card.status !== 'ACTIVE') return 'ENDED'
  const blocks = blocksOf(card.blocks)
  if (blocks.some((block) => block !== 'USER' && block !== 'CONTROL')) return 'STOPPED'
  if (blocks.includes('USER')) return 'FROZEN'
  if (blocks.includes('CONTROL')) return 'USED_UP'
  if (card.expires_at && card.expires_at.getTime() <= nextTime) return 'EXPIRES'
  return shortBy > 0 ? 'FUNDS' : null
}
