import type * as contract from '#contract/funding/funding.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'
import { startUsdt } from './startUsdt.ts'
import { isYuan } from './rails.ts'
import { startQr } from './payments/startQr.ts'
import { takeQuote } from './takeQuote.ts'

/** Start a top-up of what was quoted: an address of its own, or a code to scan. A bank card starts with its own call. */
export const createRecharge: Answer<typeof contract.createRecharge> = async (actor, { quoteId, rail }, tx) => {
  if (rail === 'USD_WIRE' || rail === 'UNIONPAY') throw refuse('conflict', { field: 'rail' })
  const taken = await takeQuote(tx, actor, rail, quoteId)
  return isYuan(rail) ? startQr(tx, actor, rail, taken) : startUsdt(tx, actor, rail, taken)
}
