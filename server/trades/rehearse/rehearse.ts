import type { rehearse as row } from '#contract/trades/rehearsals.ts'
import { flag } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import { add } from '#contract/core/money.ts'
import type { Answer } from '#server/core/answer.ts'
import { rehearsedCards, type Rehearsed } from '#server/cards/cards.ts'
import { DAY, nowMs } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { merchantNames } from '../lists/queries.ts'
import { isExpected, recognize } from '../recurring/recognize.ts'
import { begunRefunds, habits, openHolds } from './queries.ts'

const MOST_ROWS = 50
/** Long enough to contain three monthly charges. */
const LOOK_BACK_DAYS = 100
const REFUNDS_DAYS = 60

/** Returns what would happen if these cards were frozen or deleted now. Read-only. */
export const rehearse: Answer<typeof row> = async (actor, { cardIds, move }) => {
  const cards = await rehearsedCards(db, actor, [...new Set(cardIds)], move)
  if (cards.length === 0) throw refuse('not_found', { field: 'cardIds' })
  const moving = cards.filter(({ ok }) => ok)
  const detailed = actor.may.has('trade:view')
  const of = { accountId: actor.accountId, cardIds: moving.map(({ cardId }) => cardId) }
  const [holds, habitual, refunds] = await Promise.all([
    openHolds(db, of, MOST_ROWS),
    detailed ? habits(db, of, nowMs() - LOOK_BACK_DAYS * DAY) : [],
    detailed ? begunRefunds(db, of, nowMs() - REFUNDS_DAYS * DAY, MOST_ROWS) : [],
  ])
  const repeated = habitual.flatMap(({ charges, ...habit }) =>
    recognize(charges, nowMs())
      .filter(isExpected)
      .map((charge) => ({ ...habit, ...charge, nextTime: charge.nextTime! })),
  )
  const names = await merchantNames(
    db,
    [...holds, ...repeated, ...refunds].map(({ merchant_no }) => merchant_no),
  )
  const lastFour = new Map(moving.map((card) => [card.cardId, card.lastFour]))
  const ofCard = ({ card_id, merchant_no }: { card_id: string; merchant_no: number }) => ({
    cardId: card_id,
    lastFour: lastFour.get(card_id) ?? '',
    merchantName: names.get(merchant_no) ?? '',
  })
  return {
    cards: cards.map(({ balance: _, ok, ...card }) => ({ ...card, ok: flag(ok) })),
    groups: groupsOf(moving),
    money: {
      now: move === 'delete' ? add(0, ...moving.map(({ available }) => Math.max(0, available))) : 0,
      later: move === 'delete' ? add(0, ...moving.map(({ pending }) => pending)) : 0,
      laterBy: move === 'delete' ? (holds[0]?.last_expiry?.getTime() ?? null) : null,
      owed: add(0, ...moving.map(({ balance }) => Math.max(0, -balance))),
    },
    holds: detailed
      ? holds.map((hold) => ({
          ...ofCard(hold),
          amount: hold.held_cents,
          tradeTime: hold.occurred_at.getTime(),
          expireTime: hold.expires_at?.getTime() ?? null,
        }))
      : [],
    holdCount: holds[0]?.count ?? 0,
    recurring: repeated
      .toSorted((a, b) => a.nextTime - b.nextTime)
      .slice(0, MOST_ROWS)
      .map((habit) => ({
        ...ofCard(habit),
        amount: habit.last.amountCents,
        everyDays: habit.everyDays,
        lastTime: Math.round(habit.last.time),
        nextTime: Math.round(habit.nextTime),
        times: habit.times,
      })),
    refunds: refunds.map((refund) => ({
      ...ofCard(refund),
      refunded: refund.refunded_cents,
      rest: -refund.amount_cents - refund.refunded_cents,
      time: refund.posted_at.getTime(),
    })),
    detailed,
  }
}

/** Largest first; cards without a group have no name. */
function groupsOf(cards: readonly Rehearsed[]) {
  const groups = Map.groupBy(cards, ({ groupName }) => groupName)
  return [...groups].map(([name, members]) => ({ name, count: members.length })).toSorted((a, b) => b.count - a.count)
}
