/** Operations of an account holder, a sub-account and staff, on the product and on the model. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { buyPlan } from '#contract/plans/plans.ts'
import { nowMs } from '#server/core/clock.ts'
import { transaction } from '#server/core/db.ts'
import { pollOrder } from '#server/funding/payments/pollOrder.ts'
import { once } from '#server/core/once.ts'
import { moveAnswers } from '#server/accounts/module.ts'
import { answers as planAnswers } from '#server/plans/module.ts'
import { asks, openingInput } from '../fixtures/cards.ts'
import { orderYuan, pays, quoteOf } from '../fixtures/payments.ts'
import { anAttachment, approves, newStaff, type Colleague } from '../fixtures/staff.ts'
import { inHand } from '../fixtures/trades.ts'
import type { Person } from '../world.ts'
import { PLANS, type PlanName } from './modelPlans.ts'
import type { ModelCard, ModelCoupon } from './modelTypes.ts'
import type { Walk } from './walk.ts'

/** The owner of a card, or the parent on their behalf. */
const actorOf = (walk: Walk, { sub }: ModelCard): Person =>
  sub === undefined || walk.random() < 0.4 ? walk.holder : walk.sub
const isRefused = (work: Promise<unknown>): Promise<void> =>
  assert.rejects(work, { name: 'Error' }, 'what the model does not allow is refused')
const newRequest = () => ({ requestNo: `walk-${randomBytes(8).toString('hex')}` })

/** One maker and one checker, for this walk only, because each person's adjustments per day are limited. */
const team = (walk: Walk): Promise<Colleague[]> =>
  (walk.staff ??= Promise.all([newStaff(['SUPPORT']), newStaff(['FIN_CHECKER'])]))

// Money in and out.

export async function topUp(walk: Walk): Promise<void> {
  const fen = walk.between(500, 3000) * 100
  const rail = walk.random() < 0.5 ? 'ONLINE_WECHAT' : 'ONLINE_ALIPAY'
  const { rate, creditAmount } = await quoteOf(walk.holder, rail, fen)
  const { orderNo } = await orderYuan(walk.holder, fen, rail)
  walk.payable.set(orderNo, pays(walk.payments, orderNo, { paidAt: nowMs() }))
  await pollOrder(rail, orderNo)
  const credit = walk.model.creditOf(fen, rate)
  assert.equal(creditAmount, credit, 'the quote gives what the rate gives')
  walk.model.topUp(orderNo, credit)
}

export async function reverseTopUp(walk: Walk): Promise<void> {
  const topUp = walk.pick(walk.model.topUps.filter(({ reversed }) => !reversed))
  if (!topUp) return
  walk.payable.get(topUp.orderNo)!.reversedAt = nowMs()
  const { provider } = walk.payments.orders.get(topUp.orderNo)!
  await pollOrder(provider === 'WECHAT' ? 'ONLINE_WECHAT' : 'ONLINE_ALIPAY', topUp.orderNo)
  walk.model.reverseTopUp(topUp)
}

/** An adjustment by two members of staff. */
export async function adjust(walk: Walk): Promise<void> {
  const { model, holder } = walk
  const out = walk.random() < 0.4
  const amount = walk.between(100, 5000)
  if (out && amount > model.wallet) return
  const [maker, checker] = await team(walk)
  const input = {
    accountId: holder.accountId,
    cause: out ? ('CORRECTION_OUT' as const) : ('GOODWILL' as const),
    amount,
    reason: 'agreed on the telephone',
    fileId: await anAttachment(maker!),
  }
  const { approvalId } = await transaction((tx) => moveAnswers.askAdjustment(maker!, input, tx))
  await approves(checker!, approvalId)
  model.adjust(out ? -amount : amount)
}

export async function plan(walk: Walk): Promise<void> {
  const { model, plans } = walk
  const name: PlanName = walk.random() < 0.7 ? 'STANDARD' : 'PRO'
  const price = plans.priceOf(name)
  if (!price || model.isRestricted || plans.lots.length > 2) return
  const coupon = price.kind === 'UPGRADE' ? undefined : couponFor(walk, 'PLAN_OFF')
  const { couponId } = coupon ?? {}
  const input = buyPlan.input.parse({ groupId: PLANS[name].groupId, months: 1, couponId, ...newRequest() })
  const call = once(walk.holder, buyPlan.path, input, (tx) => planAnswers.buyPlan(walk.holder, input, tx))
  const { payable } = plans.withCoupon(name, coupon)!
  if (payable > model.wallet) return isRefused(call)
  assert.equal(((await call) as { paid: number }).paid, payable, `the price of a plan (${price.kind})`)
  plans.buy(name, coupon)
}

// Cards.

const couponFor = (walk: Walk, ...types: ModelCoupon['type'][]): ModelCoupon | undefined =>
  walk.random() < 0.7 ? walk.pick(walk.model.coupons.filter(({ type }) => types.includes(type))) : undefined

export async function open(walk: Walk): Promise<void> {
  const { model } = walk
  const load = walk.between(200, 12_000)
  const who = walk.random() < 0.35 ? walk.sub : walk.holder
  const coupon = couponFor(walk, 'OPEN_OFF', 'OPEN_FREE')
  const tooMuch = model.isRestricted || model.openingTotal(load, coupon) > model.wallet
  if (tooMuch || model.cards.filter(({ status }) => status !== 'CLOSED').length >= 15) {
    if (!model.isRestricted && model.openingTotal(load, coupon) > model.wallet)
      await isRefused(asks(who, 'openCard', openingInput({ rechargeAmount: load, couponId: coupon?.couponId })))
    return
  }
  const input = openingInput({ rechargeAmount: load, couponId: coupon?.couponId })
  const { cardId } = await asks(who, 'openCard', input)
  await walk.settle()
  const plastic = await inHand(who, cardId)
  walk.plastics.set(plastic.cardId, plastic)
  model.open(plastic.cardId, load, who === walk.sub ? walk.sub.subUid : undefined, coupon)
}

export async function load(walk: Walk): Promise<void> {
  const card = walk.pick(walk.liveCards())
  if (!card) return
  const amount = walk.between(100, 20_000)
  const coupon = couponFor(walk, 'LOAD_OFF')
  const input = { cardId: card.cardId, amount, couponId: coupon?.couponId, ...newRequest() }
  const who = actorOf(walk, card)
  const call = (): Promise<unknown> => asks(who, 'loadCard', input)
  if (walk.model.isRestricted) return
  // A coupon that would take nothing off is refused, so that it is not used up.
  if (coupon && walk.model.loadTotal(amount, coupon) === walk.model.loadTotal(amount)) return isRefused(call())
  if (walk.model.loadTotal(amount, coupon) > walk.model.wallet) return isRefused(call())
  await call()
  walk.model.load(card, amount, who === walk.sub ? walk.sub.subUid : undefined, coupon)
}

export async function withdraw(walk: Walk): Promise<void> {
  const card = walk.pick(walk.liveCards())
  if (!card || walk.model.isRestricted) return
  const free = walk.model.free(card)
  const amount = walk.between(100, Math.max(100, Math.floor(free * 1.2)))
  const call = asks(walk.holder, 'withdrawFromCard', { cardId: card.cardId, amount, ...newRequest() })
  if (amount > free || walk.model.withdrawalsToday(card) >= 3) return isRefused(call)
  await call
  walk.model.withdraw(card, amount)
}

export async function freeze(walk: Walk): Promise<void> {
  const card = walk.pick(walk.liveCards('ACTIVE', 'FROZEN'))
  if (!card) return
  const frozen = card.status === 'ACTIVE'
  await asks(walk.holder, 'freezeCard', { cardId: [card.cardId], frozen, ...newRequest() })
  walk.model.freeze(card, frozen)
}

export async function deleteCard(walk: Walk): Promise<void> {
  const card = walk.pick(walk.liveCards('ACTIVE', 'FROZEN'))
  if (!card || walk.liveCards('ACTIVE', 'FROZEN').length < 2) return
  await asks(walk.holder, 'deleteCard', { cardId: card.cardId, ...newRequest() })
  walk.model.delete(card)
}
