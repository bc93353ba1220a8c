/** Random operations on the product and on the model in parallel, and a check after each that the two agree. */
import { identified } from '../fixtures/batches.ts'
import type { Pretended } from '../fixtures/payments.ts'
import { newInvited } from '../fixtures/referrals.ts'
import { newAccount, subOf } from '../world.ts'
import * as many from './batchOperations.ts'
import { compareMoney } from './compare.ts'
import * as early from './earlyEvents.ts'
import * as money from './moneyOperations.ts'
import * as network from './networkOperations.ts'
import { timed } from './times.ts'
import { Walk } from './walk.ts'

const MINUTE_MS = 60_000

export async function beginWalk(seed: number, payments: Pretended): Promise<Walk> {
  const inviter = await newAccount()
  const holder = await newInvited(inviter)
  await identified(holder)
  const walk = new Walk(seed, { inviter, holder, sub: await subOf(holder) }, payments)
  walk.pass(0)
  await money.topUp(walk)
  await money.open(walk)
  return walk
}

export async function step(walk: Walk): Promise<void> {
  walk.pass(walk.between(2, 90) * MINUTE_MS)
  const [name, , operation] = chooseOperation(walk)
  walk.done.push(name)
  await timed('operations', () => operation(walk))
  await timed('their jobs', () => walk.settle())
  await timed('comparing money', () => compareMoney(walk))
}

function chooseOperation({ random }: Walk): (typeof operations)[number] {
  let at = random() * WEIGHT
  return operations.find(([, weight]) => (at -= weight) < 0) ?? operations[0]!
}

type Operation = (walk: Walk) => Promise<void>
const operations: readonly (readonly [name: string, weight: number, operation: Operation])[] = [
  ['topUp', 6, money.topUp],
  ['reverseTopUp', 2, money.reverseTopUp],
  ['adjust', 3, money.adjust],
  ['plan', 3, money.plan],
  ['open', 6, money.open],
  ['load', 8, money.load],
  ['withdraw', 5, money.withdraw],
  ['freeze', 4, money.freeze],
  ['delete', 3, money.deleteCard],
  ['openBatch', 3, many.openBatch],
  ['loadBatch', 4, many.loadBatch],
  ['deleteBatch', 2, many.deleteBatch],
  ['handOver', 4, many.handOver],
  ['coupon', 4, many.coupon],
  ['purchase', 26, network.purchase],
  ['increment', 5, network.increment],
  ['reverse', 5, network.reverse],
  ['expire', 2, network.expire],
  ['clear', 20, network.clear],
  ['forcedPost', 3, network.forcedPost],
  ['reverseClearing', 4, network.reverseClearing],
  ['refund', 6, network.refund],
  ['refundOfNothing', 2, network.refundOfNothing],
  ['reverseRefund', 3, network.reverseRefund],
  ['early', 4, early.early],
  ['arrive', 3, early.arrive],
  ['networkDecline', 1, early.networkDecline],
  ['undoIncrement', 2, early.undoIncrement],
  ['verification', 1, early.verification],
  ['repeat', 4, network.repeat],
  ['wrongEvent', 2, network.wrongEvent],
  ['days', 5, network.days],
]
const WEIGHT = operations.reduce((sum, [, weight]) => sum + weight, 0)
