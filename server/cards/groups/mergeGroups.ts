import type * as contract from '#contract/cards/groups.ts'
import { checks } from '#contract/core/checks.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { deleteGroups, emptyGroups, lockGroups, lockOrderOfGroups } from './queries.ts'

/** Several groups become one: the others' cards move into it, and the others are gone with whom they were shared with. */
export const mergeCardGroups: Answer<typeof contract.mergeCardGroups> = async (actor, wish, tx) => {
  const { accountId } = actor
  const fromGids = [...new Set(wish.fromGids)].filter((gid) => gid !== wish.toGid)
  if (!fromGids.length) throw refuse('invalid', { field: 'fromGids', msg: checks.choose_group[actor.from.lang] })
  await lockOrderOfGroups(tx, accountId)
  const [to] = await lockGroups(tx, actor, [wish.toGid], 'stay')
  if (!to) throw refuse('not_found', { field: 'toGid' })
  const from = await lockGroups(tx, actor, fromGids, 'go')
  if (from.length < fromGids.length) throw refuse('not_found', { field: 'fromGids' })

  const moved = await emptyGroups(tx, accountId, fromGids, to.gid)
  await deleteGroups(tx, accountId, fromGids)
  const names = from.map(({ name }) => name)
  await record(tx, actor, {
    type: 'GROUP',
    target: to.name,
    content: { cn: `合并分组：${names.join('、')}`, en: `Merged into this group: ${names.join(', ')}` },
    before: { groups: from.map(({ gid, name }) => ({ gid, name })) },
    after: { gid: to.gid, moved },
  })
  return { moved }
}
