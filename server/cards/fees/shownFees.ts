/** What a card will cost: the fees on its page. */
import type { showCard } from '#contract/cards/cards.ts'
import type { Output } from '#contract/core/call.ts'
import { flag } from '#contract/core/fields.ts'
import { dayOf, monthOf, nowMs, startOf } from '#server/core/clock.ts'
import { port } from '#server/core/composition.ts'
import { db } from '#server/core/db.ts'
import type { CardRow } from '../queries.ts'
import type { Terms } from '../ranges/terms.ts'
import { monthOfDay, nextDueDay } from './dueDays.ts'
import { monthFeesOf } from './queries.ts'
import { STOPPED, TOLD_BEFORE_DAYS } from './tellMonthFees.ts'

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Filled by the transactions module: this month's counted declines of the account. */
    'cards.declinesThisMonth'(accountId: string): Promise<number>
  }
}

type Fees = Output<typeof showCard>['fees']

export async function feesOf(card: CardRow, terms: Terms): Promise<Fees> {
  const { declineFee, freeDeclines } = terms
  const [nextMonthFee, declinesThisMonth] = await Promise.all([
    nextMonthFeeOf(card, terms),
    declineFee > 0 ? port('cards.declinesThisMonth')(card.account_id) : 0,
  ])
  return { nextMonthFee, declineFee, freeDeclines, declinesThisMonth }
}

/** The fee that was announced, or else the next one at today's price, which is announced on its day. */
async function nextMonthFeeOf(card: CardRow, { monthFee }: Terms): Promise<Fees['nextMonthFee']> {
  const known = await monthFeesOf(db, card.account_id, card.card_id, 3)
  const open = known.findLast(({ try_at }) => try_at !== null)
  if (open) return { amount: open.amount_cents, time: open.due_at.getTime(), unpaid: flag(open.tries > 0) }
  if (monthFee === 0 || card.status !== 'ACTIVE' || (card.blocks & STOPPED) !== 0 || !card.opened_at) return null
  let day = nextDueDay(card.opened_at.getTime(), dayOf(nowMs()) + TOLD_BEFORE_DAYS + 1)
  if (known.some(({ month }) => month === monthOfDay(day)))
    day = nextDueDay(card.opened_at.getTime(), dayOf(monthOf(monthOfDay(day)).until.getTime()))
  return { amount: monthFee, time: startOf(day), unpaid: flag(false) }
}
