/** Operations of the card network, and of time, on the product and on the model. */
import assert from 'node:assert/strict'
import { composition } from '#server/modules.ts'
import { decides, event, increments, newRef, request, tells } from '../fixtures/trades.ts'
import * as network from './modelNetwork.ts'
import { DAY_MS, type ModelAuth, type ModelCard, type ModelTrade } from './modelTypes.ts'
import type { Walk } from './walk.ts'

const { sweeps } = composition

/** With more counted declines than this, the account approaches the decline rate that stops it. */
export const DECLINES_MAX = 4
/** Three purchases on one card with insufficient money freeze it. */
const SHORT_MAX = 2

// The network.

export function convertedTo(currency: string, amount: number): object {
  if (currency === 'USD') return {}
  return { merchantCurrency: currency, merchantAmount: Math.round(amount / 1.08), rate: '1.08' }
}

export async function purchase(walk: Walk): Promise<void> {
  const { model } = walk
  const card = walk.pick(walk.liveCards('ACTIVE', 'ACTIVE', 'FROZEN'))
  if (!card) return
  const currency = walk.random() < 0.3 ? 'EUR' : 'USD'
  const amount = walk.between(50, Math.max(60, Math.floor(model.free(card) * 0.7)))
  const declines = model.auths.filter(({ status }) => status === 'DECLINED')
  const reason = network.declineOf(model, card, amount, currency)
  const short = declines.filter((auth) => auth.cardId === card.cardId && auth.reason === 'INSUFFICIENT_FUNDS')
  if (reason && (declines.length >= DECLINES_MAX || short.length >= SHORT_MAX)) return
  const authorization = request(walk.plastic(card.cardId), amount, convertedTo(currency, amount))
  const answer = await decides(authorization)
  const auth = network.purchase(model, card, authorization.ref, amount, currency)
  assert.deepEqual([answer.approved, answer.reason ?? null], [auth.reason === null, auth.reason], 'the decision')
  if (walk.random() < 0.1) assert.deepEqual(await decides(authorization), answer, 'asked again, answered the same')
}

export function liveAuths(walk: Walk): ModelAuth[] {
  return walk.model.auths.filter(({ status }) => status === 'PENDING' || status === 'PARTIAL')
}

export async function increment(walk: Walk): Promise<void> {
  const auth = walk.pick(liveAuths(walk))
  if (!auth) return
  const more = walk.between(10, 3000)
  const may = network.mayIncrement(walk.model, auth, more)
  const plastic = walk.plastic(auth.cardId)
  const ref = newRef()
  const answer = await increments(plastic, auth.ref, more, ref, convertedTo(auth.currency, more))
  assert.equal(answer.approved, may, `an increment: ${answer.reason}`)
  if (may) network.increment(walk.model, auth, more, ref)
}

export async function reverse(walk: Walk): Promise<void> {
  const auth = walk.pick(liveAuths(walk))
  if (!auth) return
  const left = Math.max(0, auth.amount - auth.cleared)
  const amount = walk.random() < 0.4 || left < 2 ? 'all' : walk.between(1, left - 1)
  const change = { authRef: auth.ref, final: amount === 'all', ...convertedTo(auth.currency, 0) }
  await walk.tell(event('auth.reversed', walk.plastic(auth.cardId), amount === 'all' ? left : amount, change))
  network.reverse(walk.model, auth, amount)
}

export async function expire(walk: Walk): Promise<void> {
  const auth = walk.pick(liveAuths(walk))
  if (!auth) return
  await walk.tell(event('auth.expired', walk.plastic(auth.cardId), auth.amount, { authRef: auth.ref }))
  network.expire(walk.model, auth)
}

export async function clear(walk: Walk): Promise<void> {
  const found = walk.random() < 0.9 ? liveAuths(walk) : walk.model.auths.filter(({ reason }) => !reason)
  const auth = walk.pick(found)
  if (!auth) return
  const left = Math.max(1, auth.amount - auth.cleared)
  const kind = walk.random()
  const amount = kind < 0.5 ? left : kind < 0.8 ? walk.between(1, left) : kind < 0.95 ? left + walk.between(1, 400) : 0
  await clearing(walk, walk.model.card(auth.cardId), auth, amount, kind < 0.6 || walk.random() < 0.4)
}

export async function forcedPost(walk: Walk): Promise<void> {
  const card = walk.pick(walk.model.cards)
  if (card) await clearing(walk, card, undefined, walk.between(50, 2500), true)
}

export async function clearing(
  walk: Walk,
  card: ModelCard,
  auth: ModelAuth | undefined,
  amount: number,
  final: boolean,
): Promise<void> {
  const currency = auth?.currency ?? (walk.random() < 0.3 ? 'EUR' : 'USD')
  const ref = newRef()
  const change = { clearingRef: ref, final, ...(auth && { authRef: auth.ref }), ...convertedTo(currency, amount) }
  await walk.tell(event('clearing.posted', walk.plastic(card.cardId), amount, change))
  network.clear(walk.model, card, auth, { ref, amount, final, currency })
}

function postedTrades(walk: Walk, ...types: ModelTrade['type'][]): ModelTrade[] {
  return walk.model.trades.filter(({ type, status }) => types.includes(type) && status === 'POSTED')
}

export async function reverseClearing(walk: Walk): Promise<void> {
  const refunded = walk.model.trades.filter(
    ({ cardId, status }) =>
      (status === 'PARTIALLY_REFUNDED' || status === 'REFUNDED') && walk.model.card(cardId).status !== 'CLOSED',
  )
  const trade = walk.pick([...postedTrades(walk, 'PURCHASE', 'FORCED'), ...refunded])
  if (!trade) return
  const change = { clearingRef: trade.ref, ...(trade.auth && { authRef: trade.auth.ref }) }
  const currency = convertedTo(trade.auth?.currency ?? 'USD', -trade.amount)
  await walk.tell(event('clearing.reversed', walk.plastic(trade.cardId), -trade.amount, { ...change, ...currency }))
  network.reverseClearing(walk.model, trade)
}

export async function refund(walk: Walk): Promise<void> {
  const trade = walk.pick(
    walk.model.trades.filter(
      ({ type, status, auth }) =>
        (type === 'PURCHASE' || type === 'FORCED') &&
        (status === 'POSTED' || status === 'PARTIALLY_REFUNDED') &&
        auth !== undefined &&
        !walk.model.awaited.has(auth.ref) &&
        onlyOneOf(walk, auth),
    ),
  )
  if (!trade) return
  const left = -trade.amount - trade.refunded
  const amount = walk.random() < 0.5 ? left : walk.between(1, left)
  const ref = newRef()
  const change = { clearingRef: ref, authRef: trade.auth!.ref, ...convertedTo(trade.auth!.currency, amount) }
  await walk.tell(event('refund.posted', walk.plastic(trade.cardId), amount, change))
  network.refund(walk.model, walk.model.card(trade.cardId), ref, amount, trade)
}
/** A refund names an authorization; with a single clearing it is clear which one it refunds. */
function onlyOneOf(walk: Walk, auth: ModelAuth): boolean {
  return walk.model.trades.filter((trade) => trade.auth === auth && trade.type !== 'REFUND').length === 1
}

/** From a merchant where nothing was ever bought. */
export async function refundOfNothing(walk: Walk): Promise<void> {
  const card = walk.pick(walk.liveCards('ACTIVE', 'FROZEN'))
  if (!card || card.balance < 0) return
  const [ref, amount] = [newRef(), walk.between(100, 4000)]
  const merchant = { id: `mer_${ref}`, name: 'STRANGER', descriptor: 'STRANGER', mcc: '5734', country: 'US' }
  await walk.tell(event('refund.posted', walk.plastic(card.cardId), amount, { clearingRef: ref, merchant }))
  network.refund(walk.model, card, ref, amount)
}

export async function reverseRefund(walk: Walk): Promise<void> {
  const trade = walk.pick(
    walk.model.trades.filter(
      ({ type, status }) => type === 'REFUND' && (status === 'POSTED' || status === 'UNDER_REVIEW'),
    ),
  )
  if (!trade) return
  const change = { clearingRef: trade.ref, ...(trade.auth && { authRef: trade.auth.ref }) }
  await walk.tell(event('refund.reversed', walk.plastic(trade.cardId), trade.amount, change))
  network.reverseRefund(walk.model, trade)
}

/** An event that was already sent, or is about another card, changes nothing. */
export async function repeat(walk: Walk): Promise<void> {
  const before = walk.pick(walk.told)
  if (before) await tells(before)
}
export async function wrongEvent(walk: Walk): Promise<void> {
  const [auth, other] = [walk.pick(liveAuths(walk)), walk.pick(walk.model.cards)]
  if (!auth || !other || other.cardId === auth.cardId) return
  await tells(event('auth.reversed', walk.plastic(other.cardId), auth.amount, { authRef: auth.ref }))
  await tells(event('clearing.posted', walk.plastic(auth.cardId), 100, { authRef: auth.ref, currency: 'JPY' }))
}

// Time.

export async function days(walk: Walk): Promise<void> {
  walk.pass(walk.between(1, 4) * DAY_MS)
  for (const name of [
    'referrals.mature',
    'trades.expireOverdue',
    'cards.settleDebts',
    'trades.weighAll',
    'plans.expire',
    'plans.recognise',
  ])
    await sweeps[name]!.work()
  walk.model.commission.mature(walk.model.nowMs)
  network.expire(walk.model, ...liveAuths(walk).filter(({ expiresMs }) => expiresMs <= walk.model.nowMs))
}
