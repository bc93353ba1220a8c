import { addressProblems } from '#contract/cards/addresses.ts'
import type * as contract from '#contract/cards/cards.ts'
import type { Checked } from '#contract/core/call.ts'
import { checks } from '#contract/core/checks.ts'
import { refuse } from '#contract/core/refusals.ts'
import { record } from '#server/audit/audit.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { spendCoupon } from '#server/coupons/coupons.ts'
import { openingPrice, withCoupon, priceLine, suggestion } from '../ranges/prices.ts'
import { agreedPrice, offerQuote } from '../ranges/quotes.ts'
import { openableTerms, type Terms } from '../ranges/terms.ts'
import { filledFrom } from './fromTemplate.ts'
import { ownerOf } from './ownerOf.ts'
import { openCards, type Opening } from './openCards.ts'

/** Returns what opening a card would cost now. Only writes a quote, valid for five minutes. */
export const priceOpening: Answer<typeof contract.priceOpening> = async (actor, input) => {
  const terms = await openableTerms(db, actor, { ...input, rechargeAmount: input.amount })
  const { vid, amount } = input
  const couponId = input.couponId || undefined
  const price = await withCoupon(db, actor.accountId, openingPrice(terms, amount), { couponId, scene: 'OPEN', vid })
  return {
    ...(await offerQuote(actor, price, { scene: 'card.open', input: { vid, amount, couponId } })),
    openFee: price.openFee,
    feeDetail: priceLine(price, actor.from.lang),
    suggest: suggestion[actor.from.lang],
  }
}

/** Opens a card. The money is held first, so the issuer never makes a card that cannot be paid for. */
export const openCard: Answer<typeof contract.openCard> = async (actor, input, tx) => {
  const { ownerSubUid, ownerName } = await ownerOf(tx, actor, input.subUid)
  const filled = await filledFrom(tx, actor, input)
  const { vid, rechargeAmount: amount, labels, starts } = filled
  const terms = await openableTerms(tx, actor, filled)
  const address = billingAddress(actor, terms, input)
  const couponId = input.couponId || undefined
  const price = await agreedPrice(
    tx,
    actor,
    { scene: 'card.open', input: { vid, amount, couponId } },
    input,
    await withCoupon(tx, actor.accountId, openingPrice(terms, amount), { couponId, scene: 'OPEN', vid }),
  )

  const { quoteId, firstName, lastName } = input
  const remark = filled.remark(1)
  const opening = { terms, price, firstName, lastName, address, remark, quoteId, ...labels, starts, ownerSubUid }
  const [opened] = await openCards(tx, actor, [opening])
  const { cardId, orderNo, cardSeqNo } = opened!
  await spendCoupon(tx, actor.accountId, couponId, { bizNo: orderNo, off: price.couponOff, done: false })
  await record(tx, actor, {
    type: 'CARD_OPEN',
    target: cardSeqNo,
    content: {
      cn: `申请开卡，卡段 ${terms.range.bin}${ownerName ? `，归 ${ownerName}` : ''}`,
      en: `Card opening requested, segment ${terms.range.bin}${ownerName ? `, for ${ownerName}` : ''}`,
    },
    after: {
      ...{ cardId, orderNo, vid, price, templateId: input.templateId, controls: input.controls },
      ...(ownerSubUid && { subUid: ownerSubUid }),
    },
    amount: price.total,
  })
  await later(tx, 'cards.askIssuer', { accountId: actor.accountId, orderNo }, { queue: `card ${cardId}` })
  return { cardId, cardSeqNo, status: 'PENDING', orderNo }
}

type AddressInput = Pick<Checked<typeof contract.openCard>, 'street' | 'city' | 'state' | 'zipCode' | 'country'>

/** State and zip code depend on the country, which depends on the segment. */
export function billingAddress(actor: Actor, { range }: Terms, input: AddressInput): Opening['address'] {
  const country = input.country ?? range.billing_country
  if (country !== range.billing_country) throw refuse('invalid', { field: 'country' })
  const fields = Object.entries(addressProblems(country, input)).map(([name, check]) => ({
    name,
    msg: checks[check][actor.from.lang],
  }))
  if (fields[0]) throw refuse('invalid', { field: fields[0].name, msg: fields[0].msg, fields })
  return { street: input.street, city: input.city, state: input.state, zip_code: input.zipCode, country }
}
