import { GROUPS_AT_MOST } from '#contract/cards/groups.ts'
import type * as contract from '#contract/cards/groups.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { newId } from '#server/core/ids.ts'
import { countGroups, insertGroup, lockOrderOfGroups, nameIsTaken } from './queries.ts'

/** A new group, below the others. */
export const addCardGroup: Answer<typeof contract.addCardGroup> = async (actor, { name, remark = '' }, tx) => {
  const { accountId } = actor
  await lockOrderOfGroups(tx, accountId)
  if ((await countGroups(tx, { accountId, subUid: undefined })) >= GROUPS_AT_MOST) throw refuse('group_limit')
  if (await nameIsTaken(tx, accountId, name)) throw refuse('name_taken', { field: 'name' })

  const gid = newId('cgr')
  await insertGroup(tx, { account_id: accountId, gid, name, remark })
  await record(tx, actor, {
    type: 'GROUP',
    target: name,
    content: { cn: '新建分组', en: 'Created a card group' },
    after: { gid, name, remark },
  })
  return { gid }
}
