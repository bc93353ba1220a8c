/** Controls tried on the past of cards before they are set: what they would have stopped. Nothing is set, held or counted. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { Cents, listOf, text, whole } from '../core/fields.ts'
import { CARDS_A_SAVE, Document } from './controls.ts'
import { controlLines, Scope } from './stoppedBy.ts'

/** The most authorizations that one request reads. */
export const TRIED_AUTHS = 1_000_000

const Count = z.int().check(z.nonnegative())

export const tryControls = call({
  on: 'POST /api/card/controls/tryOn',
  title: '用过去的交易试算管控 Try controls on the past of cards',
  who: 'card:control',
  reads: true,
  perMinute: 20,
  input: z.object({
    scope: Scope,
    /** Cards, or one group or sub-account; omitted for the account. A group and a sub-account are tried on the cards that they have now. */
    scopeIds: z.optional(listOf(text(40, 1), 1, CARDS_A_SAVE)),
    /** As JSON, as it would be saved. */
    controls: Document,
    /** As if they had been set so many days ago. */
    days: whole(1, 90),
  }),
  output: z.object({
    /** Approved purchases in that time; verifications of cards are none. */
    judged: Count,
    /** How many of them would have been declined, and for how much. */
    stopped: Count,
    stoppedAmount: Cents,
    /** Purchases that controls declined then, and these would not. */
    passed: Count,
    byLine: z.array(
      z.object({ line: z.enum(controlLines), limitId: z.nullable(z.string()), stopped: Count, amount: Cents }),
    ),
    /** The ten with the most stopped purchases; empty without the right to see transactions. */
    merchants: z.array(z.object({ name: z.string(), stopped: Count, amount: Cents })),
    /** The twenty with the most stopped purchases. */
    cards: z.array(
      z.object({
        cardId: z.string(),
        cardSeqNo: z.string(),
        lastFour: z.string(),
        judged: Count,
        stopped: Count,
        amount: Cents,
      }),
    ),
    /** Of the account, or of the calling sub-account: as it is, and as it would be. `toStop`: counted declines until all cards stop; null for a sub-account. */
    declineRate: z.object({ nowBps: Count, thenBps: Count, toStop: z.nullable(Count) }),
    /** Cards that were not fully read because the limit of authorizations was reached. */
    cardsLeft: Count,
  }),
  refusals: ['not_found'],
})
