/** The end of an account, and what the network still tells about its cards, on the product and on the model. */
import assert from 'node:assert/strict'
import { composition } from '#server/modules.ts'
import { closingAnswers } from '#server/identity/module.ts'
import { asks, requestNo } from '../fixtures/cards.ts'
import { closesAccount } from '../fixtures/closing.ts'
import { event } from '../fixtures/trades.ts'
import { compareAll, compareMoney } from './compare.ts'
import { topUp } from './moneyOperations.ts'
import * as network from './modelNetwork.ts'
import { DAY_MS } from './modelTypes.ts'
import { forcedPost, liveAuths, refund, reverseClearing, reverseRefund } from './networkOperations.ts'
import type { Walk } from './walk.ts'

const { sweeps } = composition

/** Long enough for holds, plans and the sub-account to end. */
const END_MS = 100 * DAY_MS
const LATE_EVENTS = 8

export async function closing(walk: Walk): Promise<void> {
  const { model, holder } = walk
  for (const trade of model.trades.filter(({ status }) => status === 'UNDER_REVIEW')) {
    const change = { clearingRef: trade.ref, ...(trade.auth && { authRef: trade.auth.ref }) }
    await walk.tell(event('refund.reversed', walk.plastic(trade.cardId), trade.amount, change))
    network.reverseRefund(model, trade)
    await walk.settle()
  }
  walk.pass(END_MS)
  for (const name of ['trades.expireOverdue', 'plans.expire', 'plans.recognise', 'referrals.mature'])
    await sweeps[name]!.work()
  network.expire(model, ...liveAuths(walk))
  model.commission.mature(model.nowMs)
  await walk.settle()
  for (let tries = 0; model.isRestricted && tries < 5; tries++) {
    await topUp(walk)
    await walk.settle()
  }
  for (const card of walk.liveCards('ACTIVE', 'FROZEN')) {
    await asks(holder, 'deleteCard', { cardId: card.cardId, requestNo: requestNo() })
    model.delete(card)
  }
  await walk.settle()
  await compareMoney(walk)
  await closesAccount(holder)
  model.close()
  for (let done = 0; done < LATE_EVENTS; done++) {
    walk.pass(DAY_MS)
    const late = walk.pick([forcedPost, refund, reverseClearing, reverseRefund])!
    walk.done.push(`closing ${late.name}`)
    await late(walk)
    await walk.settle()
    await compareMoney(walk)
    const { amount } = await closingAnswers.closingState(holder, {})
    assert.equal(amount, model.wallet + model.payable, 'what is to be paid out')
  }
  await compareAll(walk)
}
