/** The scenario query: which card segment works at a merchant, based on the network history of our cards. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { cardNetworks, type CardNetwork } from '../cards/states.ts'
import { keysOf } from '../cards/shapes.ts'
import { Flag, pattern, text, Time, type Words } from '../core/fields.ts'

/** The minimum success rate of each grade, in basis points. The last grade has none: fewer attempts than {@link SAMPLE_MIN}. */
export const grades = {
  A: { cn: '优', en: 'Excellent', fromBps: 9500 },
  B: { cn: '良', en: 'Good', fromBps: 8500 },
  C: { cn: '一般', en: 'Fair', fromBps: 7000 },
  D: { cn: '差', en: 'Poor', fromBps: 0 },
  NA: { cn: '样本不足', en: 'Not enough data', fromBps: undefined },
} as const satisfies Record<string, Words & { fromBps: number | undefined }>
export type Grade = keyof typeof grades
const gradeNames = keysOf<Grade>(grades)

/** Below this sample a rate does not predict the next purchase. */
export const SAMPLE_MIN = 20
/** How far back attempts are counted. */
export const GRADE_DAYS = 90

export const enums = { rangeGrade: grades }

const Place = z.object({ name: z.string(), mcc: z.string(), category: z.string(), country: z.string() })
export type Place = z.infer<typeof Place>

export const RangeGrade = z.object({
  vid: z.string(),
  name: z.string(),
  network: z.enum(keysOf<CardNetwork>(cardNetworks)),
  grade: z.enum(gradeNames),
  /** Null when not applicable (NA). */
  successRateBps: z.nullable(z.int()),
  sample: z.int(),
  last30: z.int(),
  /** How many of the attempts required a 3-D Secure challenge; null when not applicable (NA). */
  threeDsShareBps: z.nullable(z.int()),
  /** Whether the segment supports 3-D Secure. */
  threeDs: Flag,
  note: z.string(),
  recommend: Flag,
  /** Whether it can be opened now. */
  available: Flag,
})
export type RangeGrade = z.infer<typeof RangeGrade>

const Mcc = pattern(/^\d{4}$/)
const Country = pattern(/^[A-Z]{2}$/)
/** As many as fit on a screen without scrolling. */
export const SUGGESTED = 12

export const suggestMerchants = call({
  on: 'GET /api/card/cardGrade/merchants',
  title: '场景查询：商户建议 Scenario query: suggest merchants',
  who: 'card:grade',
  input: z.object({ words: z.optional(text(60)), country: z.optional(Country) }),
  output: z.array(z.extend(Place, { sample: z.int() })),
  refusals: [],
})

export const gradeRanges = call({
  on: 'POST /api/card/cardGrade',
  title: '场景查询：哪个卡段适合某商户 Scenario query: card ranges that work at a merchant',
  who: 'card:grade',
  input: z.object({ merchantName: text(60, 2), mcc: z.optional(Mcc), country: z.optional(Country) }),
  output: z.object({
    /** The most likely match. An empty kind and country mean a merchant we have never seen. */
    merchant: Place,
    list: z.array(RangeGrade),
    /** Other matches, the best known first. */
    matches: z.array(z.extend(Place, { sample: z.int() })),
    /** When the grades were last computed; null before the first run. */
    updateTime: z.nullable(Time),
  }),
  refusals: [],
})
