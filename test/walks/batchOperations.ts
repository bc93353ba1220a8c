/** Operations on many cards, coupons, and cards that change hands, on the product and on the model. */
import assert from 'node:assert/strict'
import { giveCoupons, makeTemplate } from '#server/coupons/coupons.ts'
import { db, transaction } from '#server/core/db.ts'
import { stepUpTicket } from '#server/identity/identity.ts'
import { asks, requestNo } from '../fixtures/cards.ts'
import { asksSubs } from '../fixtures/subaccounts.ts'
import { inHand } from '../fixtures/trades.ts'
import type { Walk } from './walk.ts'

export async function openBatch(walk: Walk): Promise<void> {
  const { model } = walk
  const [num, load] = [walk.between(2, 4), walk.between(200, 6_000)]
  const who = walk.random() < 0.3 ? walk.sub : walk.holder
  if (model.cards.filter(({ status }) => status !== 'CLOSED').length + num > 15) return
  if (model.isRestricted) return
  const asked = asks(who, 'openBatch', { vid: 'VISA-US-1', num, rechargeAmount: load, requestNo: requestNo() })
  if (num * model.openingTotal(load) > model.wallet) return assert.rejects(asked, { name: 'Error' })
  const { batchNo } = await asked
  await walk.settle()
  const made = await db
    .selectFrom('card_order')
    .innerJoin('card', (join) =>
      join
        .onRef('card.cell', '=', 'card_order.cell')
        .onRef('card.account_id', '=', 'card_order.account_id')
        .onRef('card.card_id', '=', 'card_order.card_id'),
    )
    .select('card.card_id')
    .where('batch_no', '=', batchNo)
    .where('card_order.status', '=', 'SUCCESS')
    .orderBy('la_id')
    .execute()
  assert.equal(made.length, num, 'all cards of a batch are opened')
  for (const { card_id: cardId } of made) {
    walk.plastics.set(cardId, await inHand(who, cardId))
    model.open(cardId, load, who === walk.sub ? walk.sub.subUid : undefined)
  }
}

export async function loadBatch(walk: Walk): Promise<void> {
  const { model } = walk
  const cards = walk.liveCards().filter(() => walk.random() < 0.5)
  if (cards.length === 0 || model.isRestricted) return
  const items = cards.map(({ cardId }) => ({ cardId, amount: walk.between(100, 5_000) }))
  const total = items.reduce((sum, { amount }) => sum + model.loadTotal(amount), 0)
  const asked = asks(walk.holder, 'loadBatch', { items, requestNo: requestNo() })
  if (total > model.wallet) return assert.rejects(asked, { name: 'Error' })
  await asked
  await walk.settle()
  for (const [at, card] of cards.entries()) model.load(card, items[at]!.amount, undefined)
}

export async function deleteBatch(walk: Walk): Promise<void> {
  const live = walk.liveCards('ACTIVE', 'FROZEN')
  if (live.length < 5) return
  const cards = live.slice(1, 3)
  const { ticket } = await stepUpTicket(walk.holder, 'batchDelete')
  const cardIds = cards.map(({ cardId }) => cardId)
  await asks(walk.holder, 'deleteBatch', { cardIds, ticket, requestNo: requestNo() })
  await walk.settle()
  for (const card of cards) walk.model.delete(card)
}

export async function handOver(walk: Walk): Promise<void> {
  const card = walk.pick(walk.liveCards('ACTIVE', 'FROZEN'))
  if (!card) return
  const subUid = card.sub === undefined ? walk.sub.subUid : undefined
  await asksSubs(walk.holder, 'handOverCards', { cardIds: [card.cardId], ...(subUid && { subUid }) })
  card.sub = subUid
}

const kinds = [
  { type: 'OPEN_OFF', value: 200 },
  { type: 'OPEN_FREE', value: 0 },
  { type: 'LOAD_OFF', value: 3_333 },
  { type: 'PLAN_OFF', value: 700 },
] as const

export async function coupon(walk: Walk): Promise<void> {
  const kind = walk.pick(kinds)!
  const name = { cn: '优惠', en: 'Coupon' }
  const couponId = await transaction(async (tx) => {
    const { templateId } = await makeTemplate(tx, { name, ...kind, validDays: 365, budget: 1 })
    return (await giveCoupons(tx, templateId, [walk.holder.accountId]))[0]!.couponId
  })
  walk.model.coupons.push({ couponId, ...kind })
}
