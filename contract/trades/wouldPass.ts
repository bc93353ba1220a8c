/** Whether a charge would pass, on this card or on another one: judged by the rules that decide. Nothing is charged, held or counted. */
import * as z from 'zod/mini'
import { StoppedBy } from '../controls/stoppedBy.ts'
import { call } from '../core/call.ts'
import { cents, Cents, Flag, id, listOf, Time } from '../core/fields.ts'
import { CardId } from '../cards/shapes.ts'

/** Cards that are tried if none are named: those with the most money on them. */
export const TRIED_MAX = 200

export const wouldPass = call({
  on: 'POST /api/card/wouldPass',
  title: '这笔付款现在会通过吗 Would this charge pass now?',
  who: 'card:view',
  reads: true,
  input: z.object({
    /** A charge like this authorization: merchant, amount, currency, and how the card was presented. */
    cardAuthId: id('atx'),
    /** Another amount, in cents of USD. */
    amount: z.optional(cents(0)),
    /** Absent: its own card, and the active cards with the most money on them. */
    cardIds: z.optional(listOf(CardId, 1, TRIED_MAX)),
  }),
  output: z.object({
    /** The charge as it was judged. */
    charge: z.object({ merchantName: z.string(), amount: Cents, merchantCurrency: z.string() }),
    /** The card of the authorization first, then those that pass, the one with the most money first. */
    list: z.array(
      z.object({
        cardId: z.string(),
        cardSeqNo: z.string(),
        lastFour: z.string(),
        pass: Flag,
        /** What would be held beside the amount for a conversion. */
        fee: Cents,
        available: Cents,
        /** Why it would be declined, as a decline names it. */
        reason: z.nullable(z.string()),
        reasonText: z.nullable(z.string()),
        advice: z.nullable(z.string()),
        /** What is missing on the card, if nothing else stops it. */
        shortBy: z.nullable(Cents),
        /** Which of the owner's controls would stop it, if one would. */
        why: z.nullable(StoppedBy),
      }),
    ),
    passing: z.int(),
    /** Passes: the card of the authorization, or else the one with the most money on it. */
    best: z.nullable(z.string()),
    /** When it was judged. Expiry date, security code and billing address are taken as right, and 3-D Secure as it was, or as passed if it had failed. */
    time: Time,
  }),
  refusals: ['not_found'],
})
