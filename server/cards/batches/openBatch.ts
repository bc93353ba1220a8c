import type * as contract from '#contract/cards/batches.ts'
import type { Checked } from '#contract/core/call.ts'
import { add, share } from '#contract/core/money.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { db, type Tx } from '#server/core/db.ts'
import { entitlementsOf } from '#server/plans/plans.ts'
import { billingAddress } from '../opening/openCard.ts'
import { filledFrom } from '../opening/fromTemplate.ts'
import type { Opening } from '../opening/openCards.ts'
import { ownerOf } from '../opening/ownerOf.ts'
import { holdersFor } from '../opening/suggestHolder.ts'
import { isVerifiedOnly, verifiedHolder } from '../opening/verifiedHolder.ts'
import { countLiveCards, type Reader } from '../queries.ts'
import { openingPrice, priceLine, suggestion, withCoupon, type Price } from '../ranges/prices.ts'
import { agreedPrice, offerQuote, type Quoted } from '../ranges/quotes.ts'
import { openableTerms, type Terms } from '../ranges/terms.ts'
import { startOpening, mayBatch } from './startBatch.ts'

/** The total price, the price of the first card, and the price of each further card. */
type Together = Price & { readonly first: Price; readonly each: Price }

/** `num` times the price of one card: the fee is rounded per card, as in a single opening. A coupon applies to the first card. */
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

/** Returns what opening several cards would cost now. Only writes a quote. */
export const priceBatchOpening: Answer<typeof contract.priceBatchOpening> = async (actor, input) => {
  const { vid, amount, num } = input
  const wanted = { vid, amount, num, couponId: input.couponId || undefined }
  const terms = await openableTerms(db, actor, { vid, rechargeAmount: amount })
  await mayBatch(db, actor, num)
  const { batchMax, maxCards } = await entitlementsOf(db, actor.accountId)
  const price = await priceTogether(db, actor, terms, wanted)
  const { first: _, each, ...all } = price
  return {
    ...(await offerQuote(actor, price, quoted(wanted))),
    openFee: all.openFee,
    feeDetail: priceLine(all, actor.from.lang),
    suggest: suggestion[actor.from.lang],
    num,
    perCard: each.total,
    batchMax,
    remainQuota: Math.max(0, maxCards - (await countLiveCards(db, actor.accountId))),
  }
}

/** Opens several cards of one segment with the same amount each. */
export const openBatch: Answer<typeof contract.openBatch> = async (actor, input, tx) => {
  const { ownerSubUid, ownerName } = await ownerOf(tx, actor, input.subUid)
  const filled = await filledFrom(tx, actor, input)
  const { vid, rechargeAmount: amount, labels, starts } = filled
  const { num } = input
  const wanted = { vid, amount, num, couponId: input.couponId || undefined }
  const terms = await openableTerms(tx, actor, filled)
  const price = await agreedPrice(tx, actor, quoted(wanted), input, await priceTogether(tx, actor, terms, wanted))
  const openings = await openingsOf(tx, actor, terms, price, input)
  return startOpening(
    tx,
    actor,
    openings.map((opening) => ({ ...opening, ...labels, starts, ownerSubUid, remark: filled.remark(opening.row) })),
    { couponId: wanted.couponId, templateId: input.templateId, controls: input.controls, ownerName },
  )
}

type OpenInput = Checked<typeof contract.openBatch>

/** A holder and an address for each card: the given ones, or those of {@link suggestHolder}. */
async function openingsOf(
  tx: Tx,
  actor: Actor,
  terms: Terms,
  price: Together,
  input: OpenInput,
): Promise<(Opening & { row: number })[]> {
  const [name, place] = [input.nameMode === 'FIXED', input.addressMode === 'FIXED']
  const verified = !(name && place) && isVerifiedOnly(terms) && (await verifiedHolder(tx, actor.accountId, terms))
  const suggested = verified
    ? Array.from({ length: input.num }, () => verified)
    : holdersFor(terms, undefined, input.num)
  return suggested.map((made, at) => {
    const { firstName, lastName } = name ? { firstName: input.firstName!, lastName: input.lastName! } : made
    const { street, city, state, zipCode } = input
    const address = place
      ? { street: street!, city: city!, state: state!, zipCode: zipCode!, country: input.country }
      : { ...made, country: undefined }
    return {
      row: at + 1,
      terms,
      price: at === 0 ? price.first : price.each,
      firstName,
      lastName,
      address: billingAddress(actor, terms, address),
      quoteId: input.quoteId,
    }
  })
}
