/** Replacing a card: another one takes its place, with its holder, labels and money. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { Cents, cents, requestNo, text, Time, whole, withDefault, type Words } from '../core/fields.ts'
import { CardId, keysOf } from './shapes.ts'

/** Why a card is replaced. `goes`: the former card is stopped immediately; otherwise it stays usable for some days. */
export const replaceReasons = {
  LOST: { name: { cn: '卡片信息遗失', en: 'Lost' }, goes: true },
  COMPROMISED: { name: { cn: '卡号泄露或被盗刷', en: 'Compromised' }, goes: true },
  EXPIRING: { name: { cn: '即将到期', en: 'Expiring' }, goes: false },
  MOVED: { name: { cn: '更换卡段', en: 'Moving to another segment' }, goes: false },
} as const satisfies Record<string, { name: Words; goes: boolean }>
export type ReplaceReason = keyof typeof replaceReasons

/** How long the former card may stay usable. */
export const keepDays = { usual: 7, most: 30 } as const

const input = {
  cardId: CardId,
  reason: z.enum(keysOf<ReplaceReason>(replaceReasons)),
  /** Another segment: for MOVED, and where the card's own is not sold any more. */
  vid: z.optional(text(20)),
  /** Days for which the former card stays usable. Ignored where it is stopped immediately. */
  keepDays: withDefault(whole(0, keepDays.most), keepDays.usual),
  /** What stays on the former card while it is usable. */
  keepAmount: withDefault(cents(0), 0),
}

export const priceReplacement = call({
  on: 'POST /api/card/replaceCost',
  title: '换卡费用与资金去向 Quote replacing a card',
  reads: true,
  who: 'card:open',
  input: z.object(input),
  output: z.object({
    /** What opening a card of this segment costs the account. */
    fee: Cents,
    /** Moves to the new card; stays on the former one; returns to the wallet because the new card can't hold more. */
    moves: Cents,
    stays: Cents,
    toWallet: Cents,
    /** Held for purchases, which merchants may still collect from the former card. */
    pending: Cents,
    /** When the former card closes. */
    closeTime: Time,
    /** What the wallet lacks for the fee. */
    short: Cents,
    segment: z.string(),
    unit: z.string(),
  }),
  refusals: [
    'not_found',
    'not_permitted',
    'card_not_active',
    'conflict',
    'range_unavailable',
    'range_paused',
    'amount_below_min',
  ],
})

export const replaceCard = call({
  on: 'POST /api/card/replace',
  title: '换卡 Replace a card',
  who: 'card:open',
  action: 'open',
  once: true,
  input: z.object({
    ...input,
    /** The fee that was shown to the caller; another one is refused instead of charged. */
    expectFee: z.optional(cents(0)),
    requestNo,
  }),
  output: z.object({
    cardId: z.string(),
    cardSeqNo: z.string(),
    orderNo: z.string(),
    status: z.literal('PENDING'),
    fee: Cents,
    moves: Cents,
    /** The former card: KEPT until `closeTime`, or on its way out. */
    former: z.enum(['KEPT', 'CLOSING', 'CLOSED']),
    closeTime: Time,
  }),
  refusals: [
    'not_found',
    'not_permitted',
    'card_not_active',
    'conflict',
    'range_unavailable',
    'range_paused',
    'amount_below_min',
    'insufficient_wallet',
    'budget_exceeded',
    'plan_limit',
    'identity_required',
    'holder_unverified',
    'quote_changed',
    'sub_frozen',
  ],
})

const Kin = { cardId: z.string(), lastFour: z.nullable(z.string()), cardSeqNo: z.string() }

export const replacementsOfCard = call({
  on: 'GET /api/card/replacements',
  title: '卡片的前一张与后一张 The cards before and after a card',
  who: 'card:view',
  input: z.object({ cardId: CardId }),
  output: z.object({
    replaces: z.nullable(z.object({ ...Kin, reason: z.enum(keysOf<ReplaceReason>(replaceReasons)), time: Time })),
    /** `closeTime`: until then the card itself stays usable. */
    replacedBy: z.nullable(
      z.object({
        ...Kin,
        reason: z.enum(keysOf<ReplaceReason>(replaceReasons)),
        time: Time,
        closeTime: z.nullable(Time),
      }),
    ),
  }),
  refusals: ['not_found'],
})
