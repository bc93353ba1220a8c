import { showUsdt } from '#contract/funding/funding.ts'
import type { Actor } from '#server/core/actor.ts'
import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/core/db.ts'
import { keepWatching } from './watch.ts'
import { insertOrder } from '../orders/queries.ts'
import { outside } from '#server/outside/outside.ts'
import { insertAddress, nextIndex, reuseAddress } from './queries.ts'
import type { Taken } from '../orders/rechargeInfo.ts'

/** An order for USDT, on an address that is this order's alone for an hour. */
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

/**
 * An address for one order. The program holds only the public key of the branch, so it can hand out addresses and watch them, but never
 * spend from them. An address is used again after a rest, and only by the same account.
 */
async function assignAddress(tx: Tx, accountId: string, orderNo: string, until: Date): Promise<string> {
  const keyMark = await outside.depositAddress(0)
  const rested = await reuseAddress(tx, accountId, orderNo, keyMark, until)
  if (rested) return rested
  const index = await nextIndex(tx)
  const address = await outside.depositAddress(index)
  await insertAddress(tx, { address, keyMark, index, accountId, orderNo, until })
  return address
}
