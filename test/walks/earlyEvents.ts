/** What the network tells out of order, on the product and on the model. */
import assert from 'node:assert/strict'
import { decides, event, request, newRef } from '../fixtures/trades.ts'
import * as network from './modelNetwork.ts'
import { clearing, convertedTo, DECLINES_MAX } from './networkOperations.ts'
import type { Walk } from './walk.ts'

/** A clearing or a reversal of an authorization that has not arrived. */
export async function early(walk: Walk): Promise<void> {
  const { model } = walk
  const known = walk.random() < 0.4 ? walk.pick([...walk.coming.values()]) : undefined
  const card = known ? model.card(known.cardId) : walk.pick(walk.liveCards('ACTIVE', 'FROZEN'))
  if (!card) return
  const currency = known?.currency ?? (walk.random() < 0.6 ? 'EUR' : 'USD')
  const amount = known?.asked.amountCents ?? walk.between(50, 4000)
  const asked = known?.asked ?? request(walk.plastic(card.cardId), amount, convertedTo(currency, amount))
  walk.coming.set(asked.ref, { asked, cardId: card.cardId, currency })
  const awaited = network.awaits(model, card, asked.ref, amount, currency)
  if (walk.random() < 0.7)
    return clearing(walk, card, awaited.auth, walk.between(10, Math.max(10, amount)), walk.random() < 0.5)
  const change = { authRef: asked.ref, final: true, reason: 'TIMEOUT', ...convertedTo(currency, amount) } as const
  await walk.tell(event('auth.reversed', walk.plastic(card.cardId), amount, change))
  awaited.reversed = true
  model.holdEnded(card)
}

export async function arrive(walk: Walk): Promise<void> {
  const { model } = walk
  const coming = walk.pick([...walk.coming.values()])
  if (!coming) return
  const { asked, cardId, currency } = coming
  const card = model.card(cardId)
  const { auth, reversed } = model.awaited.get(asked.ref)!
  const decided = auth.cleared === 0 && !reversed
  if (decided && network.declineOf(model, card, asked.amountCents, currency)) return
  walk.coming.delete(asked.ref)
  const answer = await decides({ ...asked, occurredAt: model.nowMs })
  const arrived = network.arrives(model, card, asked.ref)
  assert.deepEqual([answer.approved, answer.reason ?? null], [arrived.reason === null, arrived.reason], 'as it arrives')
}

export async function networkDecline(walk: Walk): Promise<void> {
  const card = walk.pick(walk.liveCards('ACTIVE', 'FROZEN', 'CLOSING'))
  if (!card || walk.model.auths.filter(({ status }) => status === 'DECLINED').length >= DECLINES_MAX) return
  const [authRef, amount] = [newRef(), walk.between(100, 5000)]
  const change = { authRef, reason: 'EXPIRY_MISMATCH', isoCode: '54' } as const
  await walk.tell(event('auth.declined', walk.plastic(card.cardId), amount, change))
  network.networkDecline(walk.model, card, authRef, amount)
}

/** The answer to an increment did not reach the network in time. */
export async function undoIncrement(walk: Walk): Promise<void> {
  const auth = walk.pick(walk.model.auths.filter(({ increments }) => increments.length > 0))
  const undone = auth && walk.pick(auth.increments)
  if (!undone) return
  const change = { authRef: auth.ref, incrementRef: undone.ref, reason: 'TIMEOUT', final: false } as const
  const converted = convertedTo(auth.currency, undone.amount)
  await walk.tell(event('auth.reversed', walk.plastic(auth.cardId), undone.amount, { ...change, ...converted }))
  network.undo(walk.model, auth, undone)
}

/** Asks whether the card is alive: holds nothing, and is no attempt. */
export async function verification(walk: Walk): Promise<void> {
  const { model } = walk
  const card = walk.pick(walk.liveCards('ACTIVE'))
  if (!card) return
  const asked = request(walk.plastic(card.cardId), 0)
  assert.equal((await decides(asked)).approved, true)
  const { auth } = network.awaits(model, card, asked.ref, 0, 'USD')
  model.awaited.delete(asked.ref)
  model.auths.push(auth)
}
