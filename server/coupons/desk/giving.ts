import * as z from 'zod'
import { flag } from '#contract/core/fields.ts'
import { show, percentOf, share, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { CouponType } from '#contract/coupons/coupons.ts'
import type * as contract from '#contract/coupons/desk.ts'
import { GIVEN_ALONE_CENTS } from '#contract/coupons/desk.ts'
import type { Staff } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { port } from '#server/core/composition.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { accountsOfNos } from '#server/identity/identity.ts'
import { approvable, recordStaff } from '#server/staff/staff.ts'
import { giveCoupons } from '../giveCoupons.ts'
import { revokeUnused, signCoupons, templateById, unusedOf, type TemplateRow } from './queries.ts'

export const rehearseGiving: Answer<typeof contract.rehearseGiving> = async (_staff, { templateId, userNos }) => {
  const { template, found, unknown, most } = await named(db, templateId, userNos)
  const ids = found.map(({ account_id }) => account_id)
  const has = new Map((await unusedOf(db, templateId, ids)).map((row) => [row.account_id, row.has]))
  return {
    found: found.map(({ account_id, user_no }) => ({
      accountId: account_id,
      userNo: user_no,
      has: has.get(account_id) ?? 0,
    })),
    unknown,
    left: template.status === 'ON' ? leftOf(template) : 0,
    most,
    twoPeople: flag(most > GIVEN_ALONE_CENTS),
  }
}

async function named(on: Tx | Database, templateId: string, userNos: readonly string[]) {
  const template = await templateById(on, templateId)
  if (!template) throw refuse('not_found', { field: 'templateId' })
  const found = await accountsOfNos(on, userNos)
  const known = new Set(found.map(({ user_no }) => user_no))
  const unknown = [...new Set(userNos)].filter((userNo) => !known.has(userNo))
  return { template, found, unknown, most: (await mostOfOne(on, template)) * found.length }
}

/** Revoked coupons may be given again. */
const leftOf = ({ budget, given, revoked }: TemplateRow): number => budget - (given - revoked)

/** Needed above what one person may give alone. */
export const couponsApproval = approvable('product.coupons', {
  payload: z.object({ templateId: z.string(), accountIds: z.array(z.string()) }),
  shows: async (tx, { templateId, accountIds }) => {
    const template = (await templateById(tx, templateId))!
    const most = (await mostOfOne(tx, template)) * accountIds.length
    const said = (cn: string, en: string, after: string) => ({ label: { cn, en }, before: null, after })
    return {
      target: `${template.name_cn} ${template.name_en}`,
      amountCents: most,
      lines: [
        said('优惠券', 'Coupon', `${template.name_cn} ${template.name_en}`),
        said('发放账户数', 'Accounts', String(accountIds.length)),
        said('最多优惠', 'Maximum', show(most)),
        said('剩余可发', 'Left to issue', String(leftOf(template))),
      ],
    }
  },
  apply: (tx, { templateId, accountIds }, { maker, reason }) =>
    give(tx, templateId, accountIds, { by: maker.staffId, why: reason }),
})

async function give(tx: Tx, templateId: string, accountIds: readonly string[], as: { by: string; why: string }) {
  await signCoupons(tx, await giveCoupons(tx, templateId, accountIds), as)
}

/** One for each account that was named; an unknown user number is refused before any coupon is issued. */
export const giveCoupon: Answer<typeof contract.giveCoupon> = async (staff, { templateId, userNos, reason }, tx) => {
  const { template, found, unknown, most } = await named(tx, templateId, userNos)
  if (unknown.length) throw refuse('not_found', { field: 'userNos', unknown })
  if (template.status !== 'ON' || leftOf(template) < found.length)
    throw refuse('conflict', { field: 'userNos', left: template.status === 'ON' ? leftOf(template) : 0 })
  const accountIds = found.map(({ account_id }) => account_id)
  if (most > GIVEN_ALONE_CENTS)
    return { given: 0, approvalId: await couponsApproval.propose(tx, staff, { templateId, accountIds }, reason) }
  await give(tx, templateId, accountIds, { by: staff.staffId, why: reason })
  await write(tx, staff, template, {
    cn: `发放优惠券 ${accountIds.length} 张：${template.name_cn}`,
    en: `Coupons issued: ${accountIds.length}, ${template.name_en}`,
    reason,
    after: { templateId, accountIds, most },
  })
  return { given: accountIds.length, approvalId: null }
}

export const revokeCoupons: Answer<typeof contract.revokeCoupons> = async (staff, input, tx) => {
  const { templateId, userNos, reason } = input
  const { template, found, unknown } = await named(tx, templateId, userNos)
  if (unknown.length) throw refuse('not_found', { field: 'userNos', unknown })
  const accountIds = userNos.length ? found.map(({ account_id }) => account_id) : undefined
  const revoked = await revokeUnused(tx, templateId, accountIds)
  await write(tx, staff, template, {
    cn: `撤销未使用优惠券 ${revoked} 张：${template.name_cn}`,
    en: `Unused coupons revoked: ${revoked}, ${template.name_en}`,
    reason,
    after: { templateId, revoked, accountIds: accountIds ?? 'all' },
  })
  return { revoked }
}

const write = (
  tx: Tx,
  staff: Staff,
  template: TemplateRow,
  { cn, en, reason, after }: { cn: string; en: string; reason: string; after: object },
) => recordStaff(tx, staff, { action: 'PRODUCT', target: template.name_cn, content: { cn, en }, reason, after })

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Filled by a higher module, which knows fees: the highest fee that a coupon can reduce. */
    'coupons.dearestOpening'(on: Tx | Database): Promise<Cents>
    'coupons.dearestLoad'(on: Tx | Database): Promise<Cents>
    'coupons.dearestPlanMonth'(on: Tx | Database): Promise<Cents>
  }
}

/** Returns the maximum discount of one coupon: its own amount, or the highest existing fee. */
async function mostOfOne(on: Tx | Database, { type, value }: { type: CouponType; value: number }): Promise<Cents> {
  switch (type) {
    case 'OPEN_OFF':
      return Math.min(value, await port('coupons.dearestOpening')(on))
    case 'OPEN_FREE':
      return port('coupons.dearestOpening')(on)
    case 'LOAD_OFF':
      return percentOf(await port('coupons.dearestLoad')(on), Math.min(value, 10_000), 'ceil')
    case 'PLAN_OFF':
      return value
    case 'PLAN_DAYS':
      return share(await port('coupons.dearestPlanMonth')(on), value, 30, 'ceil')
  }
}
