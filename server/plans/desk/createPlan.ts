import { refuse } from '#contract/core/refusals.ts'
import type * as contract from '#contract/plans/desk/plans.ts'
import type { Answer } from '#server/core/answer.ts'
import { newId } from '#server/core/ids.ts'
import { raiseVersion } from '#server/products/products.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { insertPlan, lockPlan, makeRoomAbove, planNamed } from './queries.ts'

/** The code by which staff address a plan's holders in a notice: `Team 2027` is `TEAM_2027`. */
const codeOf = (nameEn: string): string =>
  nameEn
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '')

/**
 * Creates a plan directly above another, with its terms. It is off sale and costs nobody anything, so one person may do this; changing its figures and putting
 * it on sale take two.
 */
export const createPlan: Answer<typeof contract.createPlan> = async (staff, input, tx) => {
  const { likeGroupId, nameCn, nameEn, reason } = input
  // Serializes creation: two concurrent plans would want the same level.
  await raiseVersion(tx)
  const like = await lockPlan(tx, likeGroupId)
  if (!like) throw refuse('not_found', { field: 'likeGroupId' })
  const code = codeOf(nameEn)
  if (!code) throw refuse('invalid', { field: 'nameEn' })
  const taken = await planNamed(tx, { code, nameCn, nameEn })
  if (taken) throw refuse('name_taken', { field: taken.name_cn === nameCn ? 'nameCn' : 'nameEn' })
  const groupId = newId('pln')
  await makeRoomAbove(tx, like.level)
  await insertPlan(tx, {
    ...like,
    group_id: groupId,
    code,
    name_cn: nameCn,
    name_en: nameEn,
    level: like.level + 1,
    purchase_mode: 'NONE',
    version: 1,
  })
  await recordStaff(tx, staff, {
    action: 'PRODUCT',
    target: nameCn,
    content: { cn: `新建套餐：${nameCn}`, en: `Plan created: ${nameEn}` },
    reason,
    after: { groupId, code, like: like.code, level: like.level + 1 },
  })
  return { groupId }
}
