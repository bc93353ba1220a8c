import { add, show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { FlowMeta } from '#contract/funding/funding.ts'
import { planActions, type PlanCode } from '#contract/plans/plans.ts'
import { record, type By } from '#server/audit/audit.ts'
import { ahead, DAY } from '#server/core/clock.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { later } from '#server/core/jobs.ts'
import { notify } from '#server/core/news.ts'
import { spendCoupon } from '#server/coupons/coupons.ts'
import { feesPaid } from '#server/identity/identity.ts'
import { credit, debit, NotEnough, platform, post, tenant, wallet } from '#server/ledger/ledger.ts'
import {
  closeLots,
  endSubscription,
  extendSubscription,
  insertLot,
  insertPlanOrder,
  takeEnded,
  takeEnding,
} from '../lots/queries.ts'
import { giveUp } from '../lots/recognise.ts'
import { insertSubscription, planByCode } from '../queries.ts'
import type { PlanPrice } from './price.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    /** Updates what depends on the plan in higher modules, such as free seats. */
    'plans.changed': { accountId: string }
  }
}

/**
 * A purchase at its price, whoever made it: the money waits in account 2210, what was given up becomes income, and the plan
 * holds. The caller holds the wallet and 2210. `loginId`: a login of the account, or a member of staff.
 */
export async function subscribe(
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
  const given = add(price.deferred, -payable, -couponOff) // the credit for the old plan's unused days
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
    accountId,
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

/** Put an account on a plan without a payment: by staff, as a gift, or in the demo world. */
export async function giveSubscription(
  tx: Tx,
  accountId: string,
  {
    code,
    source,
    startsAt,
    expiresAt,
  }: { code: PlanCode; source: 'GIFT' | 'STAFF' | 'BUY'; startsAt: Date; expiresAt: Date },
): Promise<void> {
  const { group_id: groupId } = await planByCode(tx, code)
  await insertSubscription(tx, { accountId, groupId, source, startsAt, expiresAt })
}

/** Days before the end on which the owner is told, nearest first: an owner who was notified of one day is not notified of seven. */
const TOLD_BEFORE = [1, 3, 7]

/** Expires plans that have ended, and notifies owners of those that soon will. */
export const expirePlans = (): Promise<void> =>
  transaction(async (tx) => {
    for (const { account_id: accountId, name_cn: plan } of await takeEnded(tx))
      await notify(tx, { accountId }, 'plan_expired', { plan })
    for (const days of TOLD_BEFORE)
      for (const { account_id: accountId, name_cn: plan, expires_at } of await takeEnding(tx, days, ahead(days * DAY)))
        await notify(tx, { accountId }, 'plan_expiring', { plan, days, until: expires_at.toISOString().slice(0, 10) })
  })
