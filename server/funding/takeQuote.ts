import type { Rail } from '#contract/funding/funding.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '../core/actor.ts'
import { now } from '../core/clock.ts'
import type { Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import { useQuote } from '../core/quotes.ts'
import { todayOf } from './limits.ts'
import { oneAtATime } from './queries.ts'
import { yuan } from './rails.ts'
import { SCENE, type QuoteLines } from './rechargeInfo.ts'
import { termsOf } from './terms.ts'

/** What every order begins with, on whatever rail. `expiresAt` is counted from `takenAt`: one moment, asked for once. */
export type Taken = { orderNo: string; quoteId: string; quote: QuoteLines; takenAt: Date; expiresAt: Date }

/** Use a quote up for an order, within what the account may still top up today. */
export async function takeQuote(tx: Tx, { accountId, from }: Actor, rail: Rail, quoteId: string): Promise<Taken> {
  await oneAtATime(tx, accountId)
  const { lines: quote } = await useQuote<QuoteLines>(tx, { accountId, scene: SCENE, input: { rail }, quoteId })
  const terms = await termsOf(rail, tx)
  if (!terms.enabled) throw refuse('conflict', { field: 'rail' })
  const today = await todayOf(tx, accountId)
  if (quote.value > today.left)
    throw refuse('amount_above_max', { field: rail === 'USDT_TRC20' ? 'amountStr' : 'amount' })
  if (today.open >= yuan.openOrders) throw refuse('conflict', { msg: tooMany[from.lang] })
  const takenAt = now()
  const expiresAt = new Date(takenAt.getTime() + terms.validForMs)
  return { orderNo: newId('tup'), quoteId, quote, takenAt, expiresAt }
}

const tooMany = {
  cn: '待支付的充值订单过多，请先完成或等待过期',
  en: 'Too many open top-ups. Pay one or wait for it to expire',
}
