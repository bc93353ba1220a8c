/** What was spent, by day, merchant, group, sub-account and card. Spend is that of the overview: purchases and fees less refunds and reversals, by the day of their posting in Shanghai. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { CardId } from '../cards/shapes.ts'
import { Cents, id, preprocess, text, Time } from '../core/fields.ts'

/** The days that the page of a card can show. */
export const cardSpans = [30, 90, 365] as const
export type CardSpan = (typeof cardSpans)[number]
const span = preprocess(
  (value) => (typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value),
  z.union([z.literal(cardSpans[0]), z.literal(cardSpans[1]), z.literal(cardSpans[2])]),
)

const figures = {
  /** Purchases less those that were reversed. */
  count: z.int(),
  /** Purchases and fees, less their reversals. */
  spent: Cents,
  /** Refunds, less those that were reversed. */
  refunded: Cents,
}
const date = z.string()

/** A merchant: its brand where the catalogue knows it, otherwise its name. `FEES` is for our own fees on cards. */
const merchant = {
  key: z.string(),
  name: z.string(),
  /** The names under which it charged; one unless it is a brand. */
  names: z.array(z.string()),
}

export const cardSpend = call({
  on: 'POST /api/card/spend',
  title: '卡片消费趋势与商户 Spend of a card by day and merchant',
  reads: true,
  who: 'card:view',
  input: z.object({ cardId: CardId, days: span }),
  output: z.object({
    /** Every day, today last. */
    byDay: z.array(z.object({ date, ...figures })),
    total: z.object(figures),
    /** Spend of as many days before. */
    before: Cents,
    /** The largest first. */
    merchants: z.array(z.object({ ...merchant, ...figures, lastTime: z.nullable(Time) })),
    /** Those that are not in the list, if there are more. */
    others: z.nullable(z.object({ merchants: z.int(), ...figures })),
    /** False if the caller may not see transactions: nothing is returned. */
    detailed: z.boolean(),
  }),
  refusals: ['not_found'],
})

export const spendBys = ['merchant', 'group', 'sub', 'card'] as const
export type SpendBy = (typeof spendBys)[number]
export const spendPeriods = ['thisMonth', 'lastMonth', '30', '90'] as const
export type SpendPeriod = (typeof spendPeriods)[number]

/** The key of what belongs to none: cards without a group, and cards of the account itself. */
export const NONE = '0'
export const FEES_KEY = 'FEES'

const Figures = z.object(figures)
export const spendAnalysis = call({
  on: 'POST /api/cardTrade/spend',
  title: '消费分析 Spend by merchant, group, sub-account and card',
  reads: true,
  who: 'trade:view',
  input: z.object({
    by: z.enum(spendBys),
    period: z.enum(spendPeriods),
    /** What the figures are narrowed to: the key of a row. */
    merchant: z.optional(text(200, 1)),
    /** A card group; `0` for cards without a group. */
    gid: z.optional(text(40, 1)),
    /** `0` for cards of the account itself; ignored for a sub-account, which sees only itself. */
    subUid: z.optional(text(40, 1)),
    cardId: z.optional(id('crd')),
  }),
  output: z.object({
    from: date,
    until: date,
    beforeFrom: date,
    beforeUntil: date,
    total: Figures,
    before: Figures,
    /** The largest first. `before`: the spend of the period before. */
    list: z.array(z.object({ key: z.string(), name: z.string(), ...figures, before: Cents })),
    others: z.nullable(z.object({ rows: z.int(), ...figures, before: Cents })),
    /** The names of what the figures are narrowed to; null for what is not there. */
    narrowed: z.object({
      merchant: z.nullable(z.string()),
      gid: z.nullable(z.string()),
      subUid: z.nullable(z.string()),
      cardId: z.nullable(z.string()),
    }),
  }),
  refusals: [],
})
