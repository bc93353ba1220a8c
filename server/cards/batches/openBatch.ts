import type { Checked } from '#contract/core/call.ts'
import type * as contract from '#contract/cards/batches.ts'
import { add, share } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { entitlementsOf } from '#server/plans/plans.ts'
import { agreedPrice, type Quoted } from '../agreedPrice.ts'
import { billingAddress } from '../openCard.ts'
import type { Opening } from '../openCards.ts'
import { labelsToWear } from '../labels.ts'
import { offered } from '../priceOpening.ts'
import { openingPrice, priceLine, suggestion, withCoupon, type Price } from '../prices.ts'
import { countLiveCards, type Reader } from '../queries.ts'
import { holdersFor } from '../suggestHolder.ts'
import type { Terms } from '../terms.ts'
import { termsToOpen } from '../termsToOpen.ts'
import { mayBatch } from './openingRows.ts'
import { startOpening } from './startBatch.ts'

/** The price of all, of the first, and of each after it. */
type Together = Price & { readonly first: Price; readonly each: Price }

/** `num` times the price of one: every card's fee is rounded by itself, as if it were opened alone. A coupon is for the first. */
function together(first: Price, each: Price, num: number): Together {
  const times = (part: keyof Price): number => add(first[part], share(each[part], num - 1, 1, 'floor'))
  return {
    openFee: times('openFee'),
    amount: times('amount'),
    serviceFee: times('serviceFee'),
    couponOff: times('couponOff'),
    total: times('total'),
    first,
    each,
  }
}

type Wanted = { vid: string; amount: number; num: number; couponId: string | undefined }
const quoted = (input: Wanted): Quoted => ({ scene: 'card.openBatch', input })

async function priceTogether(reader: Reader, { accountId }: Actor, terms: Terms, wanted: Wanted): Promise<Together> {
  const { vid, amount, num, couponId } = wanted
  const each = openingPrice(terms, amount)
  return together(await withCoupon(reader, accountId, each, { couponId, scene: 'BATCH_OPEN', vid }), each, num)
}

/** What opening several cards would cost now. Nothing happens but a quote. */
export const priceBatchOpening: Answer<typeof contract.priceBatchOpening> = async (actor, wish) => {
  const { vid, amount, num } = wish
  const wanted = { vid, amount, num, couponId: wish.couponId || undefined }
  const terms = await termsToOpen(db, actor, { vid, rechargeAmount: amount })
  await mayBatch(db, actor, num)
  const { batchMax, maxCards } = await entitlementsOf(db, actor.accountId)
  const price = await priceTogether(db, actor, terms, wanted)
  const { first: _, each, ...all } = price
  return {
    ...(await offered(actor, price, quoted(wanted))),
    openFee: all.openFee,
    feeDetail: priceLine(all, actor.from.lang),
    suggest: suggestion[actor.from.lang],
    num,
    perCard: each.total,
    batchMax,
    remainQuota: Math.max(0, maxCards - (await countLiveCards(db, actor.accountId))),
  }
}

/** Open several cards of one segment with one amount each. */
export const openBatch: Answer<typeof contract.openBatch> = async (actor, wish, tx) => {
  const { vid, rechargeAmount: amount, num } = wish
  const labels = await labelsToWear(tx, actor, wish)
  const wanted = { vid, amount, num, couponId: wish.couponId || undefined }
  const terms = await termsToOpen(tx, actor, wish)
  const price = await agreedPrice(tx, actor, quoted(wanted), wish, await priceTogether(tx, actor, terms, wanted))
  const openings = openingsOf(actor, terms, price, wish)
  return startOpening(
    tx,
    actor,
    openings.map((opening) => ({ ...opening, ...labels })),
    { couponId: wanted.couponId },
  )
}

type OpenWish = Checked<typeof contract.openBatch>

/** A person and an address for each card: those given, or made up where the segment allows it. */
function openingsOf(actor: Actor, terms: Terms, price: Together, wish: OpenWish): (Opening & { row: number })[] {
  const [name, place] = [wish.nameMode === 'FIXED', wish.addressMode === 'FIXED']
  if (!(name && place) && terms.range.holder_mode !== 'FREE') throw refuse('range_unavailable', { field: 'vid' })
  return holdersFor(terms, undefined, wish.num).map((made, at) => {
    const { firstName, lastName } = name ? { firstName: wish.firstName!, lastName: wish.lastName! } : made
    const { street, city, state, zipCode } = wish
    const address = place
      ? { street: street!, city: city!, state: state!, zipCode: zipCode!, country: wish.country }
      : { ...made, country: undefined }
    return {
      row: at + 1,
      terms,
      price: at === 0 ? price.first : price.each,
      firstName,
      lastName,
      address: billingAddress(actor, terms, address),
      remark: wish.remark,
      quoteId: wish.quoteId,
    }
  })
}
