import * as z from 'zod'
import { share, show, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type * as contract from '#contract/plans/desk/plans.ts'
import { planActions } from '#contract/plans/plans.ts'
import { system } from '#server/audit/audit.ts'
import type { Answer } from '#server/core/answer.ts'
import { DAY, now, nowMs } from '#server/core/clock.ts'
import type { Database, Tx } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { accountOf } from '#server/identity/identity.ts'
import { lockAccounts, tenant, wallet } from '#server/ledger/ledger.ts'
import { accountByNo } from '#server/products/products.ts'
import { approvable } from '#server/staff/staff.ts'
import type { PlanPrice } from '../buying/price.ts'
import { subscribe } from '../buying/subscribe.ts'
import { creditOf, daysBought } from '../lots/lots.ts'
import { lotsOf } from '../lots/queries.ts'
import { maybePlan, planOf } from '../queries.ts'

type Agreed = { accountId: string; groupId: string; months: number; price: Cents }

/** The price agreed by staff, in the form of any other price: the rest of a lower plan is deducted. */
async function agreedPrice(on: Tx | Database, { accountId, groupId, months, price }: Agreed): Promise<PlanPrice> {
  const plan = await maybePlan(on, groupId)
  if (!plan) throw refuse('not_found', { field: 'groupId' })
  const own = await planOf(on, accountId)
  if (plan.level === 0 || plan.level < own.level) throw refuse('plan_downgrade', { until: own.expires_at?.getTime() })
  const action = plan.level === own.level ? 'STACK' : own.level === 0 ? 'BUY' : 'UPGRADE'
  const lots = action === 'UPGRADE' ? await lotsOf(on, accountId) : []
  const unused = creditOf(lots, now())
  const days = 30 * months + daysBought(unused - price, plan.price_month_cents)
  const startsAt = action === 'STACK' ? own.expires_at! : now()
  return {
    action,
    plan,
    list: price,
    bundleOff: 0,
    credit: Math.min(unused, price),
    couponOff: 0,
    payable: Math.max(0, price - unused),
    deferred: Math.max(price, unused),
    days,
    remainDays: 0,
    startsAt,
    endsAt: new Date((action === 'STACK' ? startsAt.getTime() : nowMs()) + days * DAY),
    lots,
  }
}

export const planForApproval = approvable('product.assign', {
  payload: z.object({ accountId: z.string(), groupId: z.string(), months: z.number(), price: z.number() }),
  shows: async (tx, agreed) => {
    const { plan, action, payable, credit, endsAt, startsAt } = await agreedPrice(tx, agreed)
    const { user_no } = await accountOf(tx, agreed.accountId)
    const said = (cn: string, en: string, after: string) => ({ label: { cn, en }, before: null, after })
    return {
      target: user_no,
      accountId: agreed.accountId,
      amountCents: agreed.price,
      onlyOne: agreed.accountId,
      lines: [
        said('套餐', 'Plan', `${plan.name_cn} ${plan.name_en}`),
        said('方式', 'Action', `${planActions[action].cn} ${planActions[action].en}`),
        said('月数', 'Months', String(agreed.months)),
        said('约定价格', 'Agreed price', show(agreed.price)),
        said('标准价格', 'List price', show(share(plan.price_month_cents, agreed.months, 1, 'floor'))),
        said('原套餐抵扣', 'Unused value of the previous plan', show(credit)),
        said('从钱包扣款', 'Charged to the wallet', show(payable)),
        said('有效期', 'Held', `${startsAt.toISOString().slice(0, 10)} – ${endsAt.toISOString().slice(0, 10)}`),
      ],
    }
  },
  apply: async (tx, agreed, { maker }) => {
    const { accountId, months } = agreed
    // The wallet first, as everywhere. From here on no other transaction changes this account's plan.
    await lockAccounts(tx, [wallet(accountId), tenant('2210', accountId)])
    const price = await agreedPrice(tx, agreed)
    await subscribe(tx, { ...system(accountId), loginId: maker.staffId }, price, { months, source: 'STAFF' })
    const until = price.endsAt.toISOString().slice(0, 10)
    await notify(tx, { accountId }, 'plan_bought', { amount: show(price.payable), plan: price.plan.name_cn, until })
  },
})

/** Requests a plan by contract: for a number of months at an agreed price, charged to the wallet when a second person approves. */
export const askPlanFor: Answer<typeof contract.askPlanFor> = async (staff, input, tx) => {
  const { groupId, months, price, reason, userNo } = input
  const { account_id: accountId } = await accountByNo(tx, userNo)
  return { approvalId: await planForApproval.propose(tx, staff, { accountId, groupId, months, price }, reason) }
}
