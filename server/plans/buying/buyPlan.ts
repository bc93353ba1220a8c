import type { Lang } from '#contract/core/fields.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type * as contract from '#contract/plans/plans.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { useQuote, storeQuote } from '#server/core/quotes.ts'
import { lockAccounts, tenant, wallet, balanceOf } from '#server/ledger/ledger.ts'
import { planPrice, type PlanPrice, type Wanted } from './price.ts'
import { subscribe } from './subscribe.ts'

/** Returns what a plan would cost now, line by line; stored as a quote for five minutes. */
export const pricePlan: Answer<typeof contract.pricePlan> = async ({ accountId, from: { lang } }, input) => {
  const price = await planPrice(db, accountId, input)
  const { available } = await balanceOf(db, wallet(accountId))
  const { quoteId, expiresAt } = await storeQuote({
    accountId,
    scene: 'plan.buy',
    input: quotedFor(input),
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
    lines: linesOf(price, input.months, lang),
    walletBalance: available,
    enough: available >= price.payable,
  }
}

/**
 * Buys, extends or upgrades a plan. The money is deferred in account 2210 and becomes income day by day; the plan applies immediately. Of two concurrent
 * purchases the second is priced after the first.
 */
export const buyPlan: Answer<typeof contract.buyPlan> = async (actor, input, tx) => {
  const { accountId } = actor
  // The wallet first, as everywhere. From here on no other transaction changes this account's plan.
  await lockAccounts(tx, [wallet(accountId), tenant('2210', accountId)])
  const price = await planPrice(tx, accountId, input)
  if (input.quoteId !== undefined) {
    const { lines } = await useQuote(tx, {
      accountId,
      quoteId: input.quoteId,
      scene: 'plan.buy',
      input: quotedFor(input),
    })
    if (JSON.stringify(lines) !== JSON.stringify(sorted(lines, agreed(price))))
      throw refuse('quote_changed', { total: price.payable })
  }
  const { orderNo } = await subscribe(tx, actor, price, {
    months: input.months,
    couponId: input.couponId,
    source: 'BUY',
  })
  const { action, plan, payable, startsAt, endsAt } = price
  const until = endsAt.toISOString().slice(0, 10)
  await notify(tx, actor, 'plan_bought', { amount: show(payable), plan: plan.name_cn, until })
  return { orderNo, action, paid: payable, startTime: startsAt.getTime(), expireTime: endsAt.getTime() }
}

/** A jsonb column returns its keys reordered. */
const sorted = <T extends object>(as: object, value: T): Partial<T> =>
  Object.fromEntries(Object.keys(as).map((key) => [key, value[key as keyof T]])) as Partial<T>

const quotedFor = ({ groupId, months, couponId }: Wanted) => ({ groupId, months, couponId: couponId || undefined })

/** What must be unchanged at the purchase. A day that ends in between changes the credit of an upgrade. */
const agreed = ({ action, list, credit, couponOff, payable, days }: PlanPrice) => ({
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
