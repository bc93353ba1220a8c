import { addressProblems } from '#contract/cards/addresses.ts'
import type { Checked } from '#contract/core/call.ts'
import type * as contract from '#contract/cards/cards.ts'
import { checks } from '#contract/core/checks.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { record } from '../audit/audit.ts'
import { spendCoupon } from '../coupons/coupons.ts'
import { later } from '../core/jobs.ts'
import { agreedPrice } from './agreedPrice.ts'
import { labelsToWear } from './labels.ts'
import { openCards, type Opening } from './openCards.ts'
import { openingPrice, withCoupon } from './prices.ts'
import type { Terms } from './terms.ts'
import { termsToOpen } from './termsToOpen.ts'

/** Open a card. The money is held first, so the issuer never makes a card that nobody can pay for. */
export const openCard: Answer<typeof contract.openCard> = async (actor, wish, tx) => {
  const terms = await termsToOpen(tx, actor, wish)
  const address = billingAddress(actor, terms, wish)
  const labels = await labelsToWear(tx, actor, wish)
  const { vid, rechargeAmount: amount } = wish
  const couponId = wish.couponId || undefined
  const price = await agreedPrice(
    tx,
    actor,
    { scene: 'card.open', input: { vid, amount, couponId } },
    wish,
    await withCoupon(tx, actor.accountId, openingPrice(terms, amount), { couponId, scene: 'OPEN', vid }),
  )

  const { remark, quoteId, firstName, lastName } = wish
  const opening = { terms, price, firstName, lastName, address, remark, quoteId, ...labels }
  const [opened] = await openCards(tx, actor, [opening])
  const { cardId, orderNo, cardSeqNo } = opened!
  await spendCoupon(tx, actor.accountId, couponId, { bizNo: orderNo, off: price.couponOff, done: false })
  await record(tx, actor, {
    type: 'CARD_OPEN',
    target: cardSeqNo,
    content: { cn: `申请开卡，卡段 ${terms.range.bin}`, en: `Card opening requested, segment ${terms.range.bin}` },
    after: { cardId, orderNo, vid: wish.vid, price },
    amount: price.total,
  })
  await later(tx, 'cards.askIssuer', { accountId: actor.accountId, orderNo }, { queue: `card ${cardId}` })
  return { cardId, cardSeqNo, status: 'PENDING', orderNo }
}

type AddressWish = Pick<Checked<typeof contract.openCard>, 'street' | 'city' | 'state' | 'zipCode' | 'country'>
/** State and zip code depend on the country, and the country on the segment. */
export function billingAddress(actor: Actor, { range }: Terms, wish: AddressWish): Opening['address'] {
  const country = wish.country ?? range.billing_country
  if (country !== range.billing_country) throw refuse('invalid', { field: 'country' })
  const fields = Object.entries(addressProblems(country, wish)).map(([name, check]) => ({
    name,
    msg: checks[check][actor.from.lang],
  }))
  if (fields[0]) throw refuse('invalid', { field: fields[0].name, msg: fields[0].msg, fields })
  return { street: wish.street, city: wish.city, state: wish.state, zip_code: wish.zipCode, country }
}
