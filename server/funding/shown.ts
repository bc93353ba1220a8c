import { rechargeStatuses, showUsdt, type RechargeShown } from '../../contract/funding.ts'
import type { Lang, Words } from '../../contract/fields.ts'
import type { Order } from './queries.ts'
import { usdt } from './rails.ts'

/** "Check now" looks at the chain at most this often for one order. */
export const LOOK_EVERY_MS = 10_000

/** An order as its account holder sees it. */
export function shown(order: Order, lang: Lang): RechargeShown {
  const paid = order.txHash !== null
  return {
    orderNo: order.orderNo,
    rail: order.rail,
    status: order.status,
    statusText: rechargeStatuses[order.status][lang],
    payAmount: Math.floor(order.payUnits / usdt.unitsPerCent),
    payAmountStr: showUsdt(order.payUnits),
    payUnit: order.payCurrency,
    creditAmount: order.creditCents,
    fee: order.feeCents,
    rate: order.rate,
    address: order.address,
    qrContent: order.address,
    network: 'TRC20',
    ...(paid && {
      receivedStr: showUsdt(order.receivedUnits),
      confirmations: order.confirmations,
      required: usdt.confirmations,
      txHash: order.txHash!,
    }),
    ...(order.failReason && { failReason: reasonWords(order.failReason, lang) }),
    createTime: order.createdAt.getTime(),
    ...(order.paidAt && { payTime: order.paidAt.getTime() }),
    ...(order.creditedAt && { creditTime: order.creditedAt.getTime() }),
    expireTime: order.expiresAt.getTime(),
    ...(order.lookedAt && { nextLookTime: order.lookedAt.getTime() + LOOK_EVERY_MS }),
  }
}

const reasons: Record<string, Words> = {
  under_minimum: {
    cn: '到账金额低于最低充值金额，请联系客服',
    en: 'The amount received is below the minimum, please contact customer service',
  },
  amount_differs: {
    cn: '到账金额与订单不符，已按实际到账金额入账',
    en: 'The amount differs from the order; what was received has been credited',
  },
  late: {
    cn: '转账晚于订单有效期，请联系客服',
    en: 'The transfer came after the order had expired, please contact customer service',
  },
}
const reasonWords = (reason: string, lang: Lang): string => reasons[reason]?.[lang] ?? reason
