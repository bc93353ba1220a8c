import type { Ports } from '../core/composition.ts'
import { db } from '../core/db.ts'
import { loadPrice, openingPrice } from './prices.ts'
import { termsOfAll } from './terms.ts'

/** The price that a coupon for an opening or a load is held against. */
export const cardUse: Ports['coupons.priceCardUse'] = async ({ accountId }, { scene, vid, amount }) => {
  if (vid === undefined || amount === undefined) return undefined
  // A file and a pasted card name their segment by its first digits.
  const terms = (await termsOfAll(db, accountId)).find(({ range }) => [range.vid, range.bin].includes(vid))
  return terms && { scene, vid: terms.range.vid, ...(scene === 'RECHARGE' ? loadPrice : openingPrice)(terms, amount) }
}
