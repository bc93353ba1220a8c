/** A preview of freezing or deleting cards: nothing irreversible happens without one. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { CardId } from '../cards/shapes.ts'
import { shownStatuses } from '../cards/states.ts'
import { Cents, Flag, listOf, Time } from '../core/fields.ts'

const OfCard = { cardId: z.string(), lastFour: z.string(), merchantName: z.string() }

export const rehearse = call({
  on: 'POST /api/card/rehearse',
  title: '冻结或销卡的影响预览 Preview the effect of freezing or deleting cards',
  who: 'card:view',
  input: z.object({ cardIds: listOf(CardId, 1, 200), move: z.enum(['freeze', 'delete']) }),
  output: z.object({
    /** Every requested card that belongs to the caller, and whether the action would be allowed. */
    cards: z.array(
      z.object({
        cardId: z.string(),
        lastFour: z.string(),
        cardSeqNo: z.string(),
        status: z.enum(shownStatuses),
        ok: Flag,
        groupName: z.nullable(z.string()),
        available: Cents,
        pending: Cents,
      }),
    ),
    /** The cards that would change, by group. */
    groups: z.array(z.object({ name: z.nullable(z.string()), count: z.int() })),
    /** Money returned now; at most how much later, and by when; and what is owed. A frozen card keeps its money. */
    money: z.object({ now: Cents, later: Cents, laterBy: z.nullable(Time), owed: Cents }),
    /** Authorized, so merchants may still collect it. The next to expire first, fifty at most. */
    holds: z.array(z.object({ ...OfCard, amount: Cents, tradeTime: Time, expireTime: z.nullable(Time) })),
    holdCount: z.int(),
    /** Merchants with recurring charges on a card: their next charge would be declined, and count. */
    recurring: z.array(
      z.object({ ...OfCard, amount: Cents, everyDays: z.int(), lastTime: Time, nextTime: Time, times: z.int() }),
    ),
    /** Purchases that were refunded in part: the rest may follow. */
    refunds: z.array(z.object({ ...OfCard, refunded: Cents, rest: Cents, time: Time })),
    /** False if the caller may not see transactions: only sums are returned. */
    detailed: z.boolean(),
  }),
  refusals: ['not_found'],
})
