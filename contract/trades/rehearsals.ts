/** What would happen if cards were frozen or deleted now: nothing irreversible without a rehearsal. */
import * as z from 'zod'
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
    /** Every card that was asked about and is the caller's, and whether the move would be allowed. */
    cards: z.array(
      z.object({
        cardId: z.string(),
        lastFour: z.string(),
        cardSeqNo: z.string(),
        status: z.enum(shownStatuses),
        ok: Flag,
        groupName: z.string().nullable(),
        available: Cents,
        pending: Cents,
      }),
    ),
    /** Of the cards that would move, by their group. */
    groups: z.array(z.object({ name: z.string().nullable(), count: z.int() })),
    /** What comes back at once, at most later, by when; and what is owed. A frozen card keeps its money. */
    money: z.object({ now: Cents, later: Cents, laterBy: Time.nullable(), owed: Cents }),
    /** Authorized, so merchants may still take it. The next to end first, fifty at most. */
    holds: z.array(z.object({ ...OfCard, amount: Cents, tradeTime: Time, expireTime: Time.nullable() })),
    holdCount: z.int(),
    /** Merchants that charge a card again and again: their next charge would be declined, and count. */
    recurring: z.array(
      z.object({ ...OfCard, amount: Cents, everyDays: z.int(), lastTime: Time, nextTime: Time, times: z.int() }),
    ),
    /** Purchases of which a part was given back: the rest may follow. */
    refunds: z.array(z.object({ ...OfCard, refunded: Cents, rest: Cents, time: Time })),
    /** False where the caller may not see transactions: then there are sums only. */
    detailed: z.boolean(),
  }),
  refusals: ['not_found'],
})
