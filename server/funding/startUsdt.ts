import { showUsdt } from '#contract/funding/funding.ts'
import type { Actor } from '../core/actor.ts'
import { record } from '../audit/audit.ts'
import type { Tx } from '../core/db.ts'
import { assignAddress } from './addresses.ts'
import { keepWatching } from './watch.ts'
import { insertOrder } from './queries.ts'
import type { Taken } from './takeQuote.ts'

/** An order for USDT: on an address that for one hour is this order's and nobody else's. */
export async function startUsdt(
  tx: Tx,
  actor: Actor,
  rail: 'USDT_TRC20',
  { orderNo, quoteId, quote, takenAt, expiresAt }: Taken,
) {
  const { accountId, loginId } = actor
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
    network: 'TRC20' as const,
    fee: quote.fee,
    creditAmount: quote.credit,
    createTime: takenAt.getTime(),
    expireTime: expiresAt.getTime(),
    tips: { minutes: '1–5', contactAfterMin: 30 },
  }
}
