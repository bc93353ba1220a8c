/** Recurring charges of a card: subscriptions and whatever else a merchant charges at regular intervals. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { CardId } from '../cards/shapes.ts'
import { Cents, Time, type Words } from '../core/fields.ts'

export const chargeStates = {
  EXPECTED: { cn: '按期', en: 'Expected' },
  CHANGED: { cn: '金额有变', en: 'Amount changed' },
  MISSED: { cn: '未按期扣款', en: 'Missed' },
  CANCELLED: { cn: '疑似已取消', en: 'Probably canceled' },
} as const satisfies Record<string, Words>
export type ChargeState = keyof typeof chargeStates

const intervals = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const
export type Interval = (typeof intervals)[number]

/** Why the next charge won't pass, as things are now. */
const obstacles = ['FROZEN', 'STOPPED', 'USED_UP', 'ENDED', 'EXPIRES', 'FUNDS'] as const
export type Obstacle = (typeof obstacles)[number]

export const cardRecurring = call({
  on: 'POST /api/card/recurring',
  title: '卡片的周期性扣款 Recurring charges of a card',
  reads: true,
  who: 'card:view',
  input: z.object({ cardId: CardId }),
  output: z.object({
    /** The next first; those that were probably cancelled last. */
    list: z.array(
      z.object({
        merchantName: z.string(),
        /** A week, a month, a year, or `everyDays` days. */
        interval: z.enum(intervals),
        everyDays: z.int(),
        times: z.int(),
        lastAmount: Cents,
        lastTime: Time,
        /** The amount before, if it was the same twice and the last differs. */
        formerAmount: z.nullable(Cents),
        leastAmount: Cents,
        mostAmount: Cents,
        /** The last amount with its fees; null if the charge was probably cancelled. */
        nextAmount: z.nullable(Cents),
        nextTime: z.nullable(Time),
        confidence: z.enum(['HIGH', 'LOW']),
        state: z.enum(Object.keys(chargeStates) as [ChargeState, ...ChargeState[]]),
        stateText: z.string(),
        obstacle: z.nullable(z.enum(obstacles)),
        /** What the card lacks for this charge after those before it. */
        shortBy: Cents,
      }),
    ),
    /** All charges that are expected in the next days; a weekly one counts every week. */
    expected: z.object({ days: z.int(), count: z.int(), amount: Cents, shortBy: Cents }),
    /** False if the caller may not see transactions: nothing is returned. */
    detailed: z.boolean(),
  }),
  refusals: ['not_found'],
})
