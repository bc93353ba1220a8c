import { planActions } from '#contract/plans/plans.ts'
import type { FlowMeta } from '#contract/funding/funding.ts'
import { add, show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import { record, type By } from '../audit/audit.ts'
import { spendCoupon } from '../coupons/coupons.ts'
import type { Tx } from '../core/db.ts'
import { feesPaid } from '../identity/identity.ts'
import { newId } from '../core/ids.ts'
import { credit, debit, NotEnough, platform, post, tenant, wallet } from '../ledger/ledger.ts'
import { later } from '../core/jobs.ts'
import { closeLots, endSubscription, extendSubscription, insertLot, insertPlanOrder } from './lotQueries.ts'
import type { PlanPrice } from './price.ts'
import { insertSubscription } from './queries.ts'
import { giveUp } from './recognise.ts'

declare module '../core/jobs.ts' {
  interface Jobs {
    /** What hangs on the plan and stands above it, such as free seats, follows. */
    'plans.changed': { accountId: string }
  }
}

/**
 * A purchase at its price, whoever made it: the money waits in account 2210, what was given up becomes income, and the plan
 * holds. The caller holds the wallet and 2210. `loginId`: whose deed it is, a login or one of the staff.
 */
export async function carryOut(
  tx: Tx,
  by: By & { loginId: string },
  price: PlanPrice,
  how: { months: number; couponId?: string | undefined; source: 'BUY' | 'STAFF' },
): Promise<{ orderNo: string }> {
  const { accountId, loginId } = by
  const { action, plan, payable, couponOff, startsAt, endsAt } = price
  const orderNo = newId('pod')
  await spendCoupon(tx, accountId, how.couponId, { bizNo: orderNo, off: couponOff, done: true })

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
        actor: loginId,
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
    months: how.months,
    days: price.days,
    list: price.list - price.bundleOff,
    credit: given,
    couponId: how.couponId || undefined,
    couponOff,
    paid: payable,
    loginId,
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
    await insertSubscription(tx, { accountId, groupId: plan.group_id, source: how.source, startsAt, expiresAt: endsAt })
  }
  await feesPaid(tx, accountId, [{ type: 'PLAN', id: orderNo, base: payable }])
  await record(tx, by, {
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
  return { orderNo }
}
