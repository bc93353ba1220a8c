import type * as contract from '../../contract/plans.ts'
import { planActions } from '../../contract/plans.ts'
import type { FlowMeta } from '../../contract/funding.ts'
import { add, show } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Answer } from '../answer.ts'
import { record } from '../audit/audit.ts'
import { spendCoupon } from '../coupons/coupons.ts'
import { feesPaid } from '../identity/identity.ts'
import { newId } from '../ids.ts'
import { credit, debit, lockAccounts, NotEnough, platform, post, tenant, wallet } from '../ledger/ledger.ts'
import { later } from '../jobs.ts'
import { notify } from '../news.ts'
import { useQuote } from '../quotes.ts'
import { closeLots, endSubscription, extendSubscription, insertLot, insertPlanOrder } from './lotQueries.ts'
import { planPrice } from './price.ts'
import { agreed, quotedFor } from './pricePlan.ts'
import { insertSubscription } from './queries.ts'
import { giveUp } from './recognise.ts'

declare module '../jobs.ts' {
  interface Jobs {
    /** What hangs on the plan and stands above it, such as free seats, follows. */
    'plans.changed': { accountId: string }
  }
}

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
  const { action, plan, payable, couponOff, startsAt, endsAt } = price
  const orderNo = newId('pod')
  await spendCoupon(tx, accountId, wish.couponId, { bizNo: orderNo, off: couponOff, done: true })

  if (action === 'UPGRADE') await giveUp(tx, price.lots)
  const given = add(price.deferred, -payable, -couponOff) // what the old plan's unused days bring along
  const meta: FlowMeta = { bizNo: orderNo, remark: `${plan.name_cn} ${plan.name_en}` }
  const lines = [
    debit(wallet(accountId), payable),
    debit(platform('4015'), couponOff),
    debit(tenant('2210', accountId), given),
    credit(tenant('2210', accountId), price.deferred),
  ]
  const transferId = payable + couponOff + given > 0 ? await paid() : null
  async function paid(): Promise<string> {
    try {
      const { transferId } = await post(tx, {
        kind: action === 'UPGRADE' ? 'PLAN_UPGRADE' : 'PLAN_BUY',
        accountId,
        biz: { type: 'plan_order', id: orderNo },
        actor: actor.loginId,
        lines,
        meta,
      })
      return transferId
    } catch (error) {
      if (error instanceof NotEnough) throw refuse('insufficient_wallet', { shortCents: error.short })
      throw error
    }
  }

  await insertPlanOrder(tx, {
    accountId,
    orderNo,
    action,
    groupId: plan.group_id,
    months: wish.months,
    days: price.days,
    list: price.list - price.bundleOff,
    credit: given,
    couponId: wish.couponId || undefined,
    couponOff,
    paid: payable,
    loginId: actor.loginId,
    transferId,
  })
  await closeLots(
    tx,
    price.lots.map(({ lot_id }) => lot_id),
  )
  await insertLot(tx, {
    lotId: newId('lot'),
    accountId,
    groupId: plan.group_id,
    orderNo,
    paid: price.deferred - couponOff,
    deferred: price.deferred,
    days: price.days,
    startsAt,
    endsAt,
  })
  if (action === 'STACK') await extendSubscription(tx, accountId, endsAt)
  else {
    await endSubscription(tx, accountId)
    await insertSubscription(tx, { accountId, groupId: plan.group_id, source: 'BUY', startsAt, expiresAt: endsAt })
  }
  await feesPaid(tx, accountId, [{ type: 'PLAN', id: orderNo, base: payable }])
  await record(tx, actor, {
    type: 'PLAN',
    target: orderNo,
    content: {
      cn: `${planActions[action].cn}${plan.name_cn}，支付 ${show(payable)}`,
      en: `${planActions[action].en} ${plan.name_en}, paid ${show(payable)}`,
    },
    after: { groupId: plan.group_id, expireTime: endsAt.getTime(), credit: given, couponOff },
    amount: payable,
  })
  await later(tx, 'plans.changed', { accountId })
  const until = endsAt.toISOString().slice(0, 10)
  await notify(tx, actor, 'plan_bought', { amount: show(payable), plan: plan.name_cn, until })
  return { orderNo, action, paid: payable, startTime: startsAt.getTime(), expireTime: endsAt.getTime() }
}

/** A jsonb column gives its keys back in an order of its own. */
const sorted = <T extends object>(as: object, value: T): Partial<T> =>
  Object.fromEntries(Object.keys(as).map((key) => [key, value[key as keyof T]])) as Partial<T>
