import { refuse } from '#contract/core/refusals.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Actor } from '../core/actor.ts'
import type { Reader } from './queries.ts'
import { checkAmount } from './prices.ts'
import { termsOf, type Terms } from './terms.ts'

/** The terms under which this card could be opened, or why it cannot. */
export async function termsToOpen(
  reader: Reader,
  actor: Actor,
  wish: { vid: string; rechargeAmount: Cents },
): Promise<Terms> {
  const terms = await termsOf(reader, actor.accountId, wish.vid)
  if (terms.range.status !== 'ON' || terms.range.stock === 0) throw refuse('range_unavailable', { field: 'vid' })
  checkAmount(wish.rechargeAmount, terms.range.min_open_cents, terms.maxOpen, 'rechargeAmount')
  return terms
}
