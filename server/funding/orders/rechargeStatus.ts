import { rechargeStatuses, showUsdt, type RechargeShown } from '#contract/funding/funding.ts'
import type { Lang, Words } from '#contract/core/fields.ts'
import { plain } from '#contract/core/money.ts'
import { type Order, orderOf } from './queries.ts'
import { isYuan, usdt, yuan } from '../rails/rails.ts'
import type * as contract from '#contract/funding/funding.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'

/** The minimum interval of "Check now" for one order. */
export const LOOK_EVERY_MS = 10_000

export const rechargeStatus: Answer<typeof contract.rechargeStatus> = async (actor, { orderNo }) => {
  const order = await orderOf({ accountId: actor.accountId, orderNo })
  if (!order) throw refuse('not_found')
  return showOrder(order, actor.from.lang)
}

/** Returns an order as its account holder sees it. */
function showOrder(order: Order, lang: Lang): RechargeShown {
  return {
    orderNo: order.orderNo,
    rail: order.rail,
    status: order.status,
    statusText: rechargeStatuses[order.status][lang],
    payUnit: order.payCurrency,
    creditAmount: order.status === 'MISMATCH' && !order.creditedAt ? 0 : order.creditCents,
    fee: order.feeCents,
    rate: order.rate,
    ...(isYuan(order.rail) ? inYuan(order) : inUsdt(order)),
    ...(order.failReason && { failReason: reasonWords(order, lang) }),
    ...(order.failReason === 'over_identity_limit' && { overIdentityLimit: true }),
    createTime: order.createdAt.getTime(),
    ...(order.paidAt && { payTime: order.paidAt.getTime() }),
    ...(order.creditedAt && { creditTime: order.creditedAt.getTime() }),
    expireTime: order.expiresAt.getTime(),
    ...(order.lookedAt && { nextLookTime: order.lookedAt.getTime() + LOOK_EVERY_MS }),
  }
}

const inUsdt = (order: Order) => ({
  payAmount: Math.floor(order.payUnits / usdt.unitsPerCent),
  payAmountStr: showUsdt(order.payUnits),
  ...(order.address && { address: order.address, qrContent: order.address, network: 'TRC20' as const }),
  ...(order.receivedUnits > 0 && { receivedStr: showUsdt(order.receivedUnits) }),
  ...(order.status === 'WAIT_PAY' &&
    order.receivedUnits > 0 && { remainingStr: showUsdt(order.payUnits - order.receivedUnits) }),
  ...(order.txHash && { confirmations: order.confirmations, required: usdt.confirmations, txHash: order.txHash }),
})

const inYuan = (order: Order) => ({
  payAmount: order.payUnits,
  payAmountStr: bare(order.payUnits),
  ...(order.paidAt && { receivedStr: bare(order.receivedUnits) }),
  ...(order.qrContent && { qrContent: order.qrContent }),
  ...(order.cardMask && {
    card: { mask: order.cardMask, bank: order.cardBank ?? '' },
    codeTriesLeft: yuan.codeTries - order.codeTries,
  }),
})

const bare = (cents: number): string => plain(cents).replaceAll(',', '')

const reasons: Record<string, Words> = {
  under_minimum: {
    cn: '到账金额低于最低充值金额，请联系客服',
    en: 'The amount received is below the minimum. Contact customer service',
  },
  amount_differs: {
    cn: '到账金额与订单不符，已按实际到账金额入账',
    en: 'The amount doesn’t match the order. The amount received has been credited',
  },
  amount_differs_yuan: {
    cn: '支付金额与订单不符，款项已暂存，请联系客服处理',
    en: 'The amount doesn’t match the order. Your money is safe; contact customer service',
  },
  second_payment: {
    cn: '同一订单重复支付，多付部分请联系客服',
    en: 'The order was paid twice. Contact customer service about the second payment',
  },
  reversed: { cn: '付款已被付款方银行退回', en: 'The payer’s bank reversed the payment' },
  INSUFFICIENT_FUNDS: { cn: '银行卡余额不足', en: 'Insufficient funds on the bank card' },
  DECLINED: { cn: '银行拒绝了这笔支付', en: 'The bank declined the payment' },
  CODE_LOCKED: { cn: '验证码错误次数过多，请重新发起充值', en: 'Too many incorrect codes. Start again' },
  CARD_UNKNOWN: { cn: '银行卡信息已失效，请重新填写', en: 'Enter the bank card again' },
  FAILED: { cn: '支付没有成功', en: 'Payment failed' },
  over_identity_limit: {
    cn: '到账金额超出账户的认证额度，款项已安全暂存。完成身份认证后联系客服即可入账',
    en: 'The amount exceeds your identity limit. Your money is safe. Verify your identity, then contact customer service to have it credited',
  },
  late: {
    cn: '转账晚于订单有效期，请联系客服',
    en: 'The transfer arrived after the order expired. Contact customer service',
  },
}
const reasonWords = ({ rail, failReason }: Order, lang: Lang): string => {
  // A different amount of USDT is credited as received; in yuan it waits for a person.
  const reason = failReason === 'amount_differs' && isYuan(rail) ? 'amount_differs_yuan' : (failReason ?? '')
  return reasons[reason]?.[lang] ?? reason
}
