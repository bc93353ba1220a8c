import type * as contract from '#contract/plans/desk/plans.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { newId } from '#server/core/ids.ts'
import { raiseVersion } from '#server/products/products.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { insertPlan, lockPlan, makeRoomAbove, planNamed } from './planDeskQueries.ts'

/** How staff name it where a notice is for its holders: `Team 2027` is `TEAM_2027`. */
const codeOf = (nameEn: string): string =>
  nameEn
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '')

/**
 * A plan right above another, with its terms. It is off sale, so it costs nobody anything and one person may make it;
 * its figures, and that it is sold, are changes for which it takes two.
 */
export const createPlan: Answer<typeof contract.createPlan> = async (staff, wish, tx) => {
  const { likeGroupId, nameCn, nameEn, reason } = wish
  // Plans are made one after another: two at once would want the same level.
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
