import type * as contract from '#contract/plans/plans.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'
import { lockAccounts, tenant, wallet } from '../ledger/ledger.ts'
import { notify } from '../core/news.ts'
import { useQuote } from '../core/quotes.ts'
import { carryOut } from './carryOut.ts'
import { planPrice } from './price.ts'
import { agreed, quotedFor } from './pricePlan.ts'

/**
 * Buy, stack or upgrade. The money waits in account 2210 and becomes income day by day; what the plan gives holds at
 * once. Of two purchases at once the second is priced after the first.
 */
export const buyPlan: Answer<typeof contract.buyPlan> = async (actor, wish, tx) => {
  const { accountId } = actor
  // Wallet before the others, as everybody; and from here on nobody else changes this account's plan.
  await lockAccounts(tx, [wallet(accountId), tenant('2210', accountId)])
  const price = await planPrice(tx, accountId, wish)
  if (wish.quoteId !== undefined) {
    const { lines } = await useQuote(tx, {
      accountId,
      quoteId: wish.quoteId,
      scene: 'plan.buy',
      input: quotedFor(wish),
    })
    if (JSON.stringify(lines) !== JSON.stringify(sorted(lines, agreed(price))))
      throw refuse('quote_changed', { total: price.payable })
  }
  const { orderNo } = await carryOut(tx, actor, price, { months: wish.months, couponId: wish.couponId, source: 'BUY' })
  const { action, plan, payable, startsAt, endsAt } = price
  const until = endsAt.toISOString().slice(0, 10)
  await notify(tx, actor, 'plan_bought', { amount: show(payable), plan: plan.name_cn, until })
  return { orderNo, action, paid: payable, startTime: startsAt.getTime(), expireTime: endsAt.getTime() }
}

/** A jsonb column gives its keys back in an order of its own. */
const sorted = <T extends object>(as: object, value: T): Partial<T> =>
  Object.fromEntries(Object.keys(as).map((key) => [key, value[key as keyof T]])) as Partial<T>
