import type * as contract from '#contract/plans/plans.ts'
import type { Lang } from '#contract/core/fields.ts'
import type { Answer } from '../core/answer.ts'
import { db } from '../core/db.ts'
import { balanceOf, wallet } from '../ledger/ledger.ts'
import { storeQuote } from '../core/quotes.ts'
import { planPrice, type PlanPrice, type Wanted } from './price.ts'

/** What a plan would cost now, line by line; kept as a quote for five minutes. */
export const pricePlan: Answer<typeof contract.pricePlan> = async ({ accountId, from: { lang } }, wish) => {
  const price = await planPrice(db, accountId, wish)
  const { available } = await balanceOf(db, wallet(accountId))
  const { quoteId, expiresAt } = await storeQuote({
    accountId,
    scene: 'plan.buy',
    input: quotedFor(wish),
    lines: agreed(price),
    total: price.payable,
    currency: 'USD',
  })
  return {
    quoteId,
    expireTime: expiresAt.getTime(),
    action: price.action,
    listPrice: price.list,
    credit: price.credit,
    couponOff: price.couponOff,
    payable: price.payable,
    remainDays: price.remainDays,
    newExpireTime: price.endsAt.getTime(),
    lines: linesOf(price, wish.months, lang),
    walletBalance: available,
    enough: available >= price.payable,
  }
}

export const quotedFor = ({ groupId, months, couponId }: Wanted) => ({
  groupId,
  months,
  couponId: couponId || undefined,
})

/** What must still be so when it is bought. A day that ended meanwhile changes the credit of an upgrade. */
export const agreed = ({ action, list, credit, couponOff, payable, days }: PlanPrice) => ({
  action,
  list,
  credit,
  couponOff,
  payable,
  days,
})

function linesOf({ action, list, bundleOff, credit, couponOff, remainDays }: PlanPrice, months: number, lang: Lang) {
  const words = {
    cn: {
      list: `${months} 个月`,
      bundle: '多月优惠',
      charge: `新套餐剩余 ${remainDays} 天`,
      credit: '原套餐未使用部分',
      coupon: '优惠券',
    },
    en: {
      list: months === 1 ? '1 month' : `${months} months`,
      bundle: 'Multi-month discount',
      charge: `New plan, days left: ${remainDays}`,
      credit: 'Unused days of the current plan',
      coupon: 'Coupon',
    },
  }[lang]
  const line = (key: keyof typeof words, amount: number) => ({ key, label: words[key], amount })
  return [
    action === 'UPGRADE' ? line('charge', list) : line('list', list),
    ...(bundleOff ? [line('bundle', -bundleOff)] : []),
    ...(action === 'UPGRADE' ? [line('credit', -credit)] : []),
    ...(couponOff ? [line('coupon', -couponOff)] : []),
  ]
}
