/** Staff calls: the catalogue of brands, and what it does not know yet. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { Flag, id, listOf, pageInput, pageOf, pattern, requestNo, text, Time, withDefault } from '../core/fields.ts'
import { reason } from '../products/products.ts'
import { wordsIn } from './words.ts'

/** Days over which charges are counted. */
export const BRAND_DAYS = 30
export const WORDS_MAX = 50
/** Merchants without a brand that the page shows. */
export const UNMATCHED_MAX = 20

const BrandId = id('brd')
/** Words as a statement has them, of at least two letters when digits and signs are cut. */
const brandWords = text(40).check(z.refine((words) => wordsIn(words).join('').length >= 2, { message: 'brand_words' }))

const Brand = z.object({
  brandId: z.string(),
  name: z.string(),
  words: z.array(z.string()),
  aliases: z.array(z.string()),
  mccs: z.array(z.string()),
  merchants: z.int(),
  /** Of the last days, as they are counted for grades: without declines that the cardholder caused. */
  attempts: z.int(),
  updateTime: Time,
})
export type Brand = z.infer<typeof Brand>

const Unmatched = z.object({ name: z.string(), mcc: z.string(), country: z.string(), attempts: z.int() })
export type Unmatched = z.infer<typeof Unmatched>

/** Those with the most attempts first; beside them the merchants without a brand that have the most. */
export const listBrands = call({
  on: 'GET /api/operator/brand/list',
  title: '品牌 Brands',
  who: 'staff:product.view',
  input: z.object({ ...pageInput, name: z.optional(text(40)) }),
  output: pageOf(
    Brand,
    z.object({
      attempts: z.int(),
      unmatchedAttempts: z.int(),
      unmatched: z.array(Unmatched),
      /** A brand has changed, and merchants are being matched again. */
      matching: Flag,
    }),
  ),
  refusals: [],
})

/** Without an id, makes a brand. */
export const saveBrand = call({
  on: 'POST /api/operator/brand/save',
  title: '保存品牌 Save a brand',
  who: 'staff:product.make',
  once: true,
  input: z.object({
    brandId: z.optional(BrandId),
    name: text(40, 1),
    words: listOf(brandWords, 1, WORDS_MAX),
    aliases: withDefault(listOf(text(40, 1), 0, WORDS_MAX), []),
    mccs: withDefault(listOf(pattern(/^\d{4}$/, 'mcc_shape'), 0, 100), []),
    reason,
    requestNo,
  }),
  output: z.object({ brandId: z.string() }),
  refusals: ['not_found', 'brand_name_taken', 'brand_words_taken'],
})

/** The words, aliases and merchants of one brand become those of another, and its id means the other from then on. */
export const mergeBrands = call({
  on: 'POST /api/operator/brand/merge',
  title: '合并品牌 Merge brands',
  who: 'staff:product.make',
  once: true,
  input: z.object({ brandId: BrandId, into: BrandId, reason, requestNo }),
  output: z.object({ brandId: z.string() }),
  refusals: ['not_found', 'brand_merge_same', 'brand_words_limit'],
})
