import type { Words } from '#contract/core/fields.ts'
import type { Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { CouponType } from '#contract/coupons/coupons.ts'
import { ahead, DAY } from '../core/clock.ts'
import { takeName } from '../core/database/cells.ts'
import type { Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import { countGiven, insertCoupon, insertTemplate, templateToGive } from './queries.ts'

/** Creates a kind of coupon that staff may give. `value`: cents; for LOAD_OFF basis points; for PLAN_DAYS days. */
export async function makeTemplate(
  tx: Tx,
  input: {
    name: Words
    type: CouponType
    value: number
    minAmountCents?: Cents
    vids?: readonly string[]
    groupIds?: readonly string[]
    validDays: number
    budget: number
  },
): Promise<{ templateId: string }> {
  const templateId = newId('cpt')
  await insertTemplate(tx, { templateId, minAmountCents: 0, vids: [], groupIds: [], ...input })
  return { templateId }
}

/** Gives one to each account; refused as a whole if the budget does not suffice. */
export async function giveCoupons(
  tx: Tx,
  templateId: string,
  accountIds: readonly string[],
): Promise<{ accountId: string; couponId: string }[]> {
  // Where an engine spreads the database, a row's lock ends on its node, maybe before others can count what was given there. The lock of a name ends with the whole transaction.
  await takeName(tx, `coupons ${templateId}`)
  const template = await templateToGive(tx, templateId)
  if (!template) throw refuse('not_found', { field: 'templateId' })
  const before = await countGiven(tx, templateId)
  if (before + accountIds.length > template.budget)
    throw refuse('conflict', { field: 'templateId', left: template.budget - before })
  const given: { accountId: string; couponId: string }[] = []
  for (const accountId of accountIds) {
    const couponId = newId('cpn')
    await insertCoupon(tx, { accountId, couponId, templateId, expiresAt: ahead(template.valid_days * DAY) })
    given.push({ accountId, couponId })
  }
  return given
}
