import type * as contract from '../../contract/funding.ts'
import { showUsdt } from '../../contract/funding.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Answer } from '../answer.ts'
import { record } from '../audit/audit.ts'
import { ahead, nowMs } from '../clock.ts'
import { newId } from '../ids.ts'
import { useQuote } from '../quotes.ts'
import { assignAddress } from './addresses.ts'
import { keepWatching } from './jobs.ts'
import { todayOf } from './limits.ts'
import { insertOrder, oneAtATime } from './queries.ts'
import { usdt } from './rails.ts'
import { termsOf } from './terms.ts'
import { SCENE, type QuoteLines } from './rechargeInfo.ts'

/** Start a top-up: what was quoted, on an address that for one hour is this order's and nobody else's. */
export const createRecharge: Answer<typeof contract.createRecharge> = async (actor, { quoteId, rail }, tx) => {
  const { accountId, loginId } = actor
  if (rail !== 'USDT_TRC20') throw refuse('conflict', { field: 'rail' })
  await oneAtATime(tx, accountId)
  const { lines: quote } = await useQuote<QuoteLines>(tx, { accountId, scene: SCENE, input: { rail }, quoteId })
  const today = await todayOf(tx, accountId)
  if (quote.value > today.left) throw refuse('amount_above_max', { field: 'amountStr' })
  if (today.open >= usdt.openOrders) throw refuse('conflict', { msg: tooMany[actor.from.lang] })

  const orderNo = newId('tup')
  const createTime = nowMs()
  const expiresAt = ahead((await termsOf(rail, tx)).validForMs)
  const address = await assignAddress(tx, accountId, orderNo, expiresAt)
  await insertOrder(tx, {
    accountId,
    orderNo,
    loginId,
    rail,
    quoteId,
    payCurrency: 'USDT',
    payUnits: quote.units,
    valueCents: quote.value,
    feeBps: quote.feeBps,
    feeCents: quote.fee,
    creditCents: quote.credit,
    rate: quote.rate,
    address,
    expiresAt,
  })
  await record(tx, actor, {
    type: 'TOPUP',
    target: orderNo,
    content: {
      cn: `创建 USDT 充值订单 ${showUsdt(quote.units)}`,
      en: `Top-up order for ${showUsdt(quote.units)} USDT`,
    },
    after: { rail, address, fee: quote.fee },
    amount: quote.credit,
  })
  await keepWatching(tx)
  return {
    orderNo,
    qrContent: address,
    payAmount: quote.value,
    payAmountStr: showUsdt(quote.units),
    payUnit: 'USDT',
    address,
    network: 'TRC20',
    fee: quote.fee,
    creditAmount: quote.credit,
    createTime,
    expireTime: expiresAt.getTime(),
    tips: { minutes: '1–5', contactAfterMin: 30 }, // spec §9
  }
}

const tooMany = {
  cn: '待支付的充值订单过多，请先完成或等待过期',
  en: 'Too many top-ups are open; pay one or let it expire first',
}
