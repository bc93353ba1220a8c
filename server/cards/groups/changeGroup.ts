import type * as contract from '#contract/cards/groups.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { transaction } from '#server/core/db.ts'
import { namesOfSubs } from '#server/identity/identity.ts'
import { lockGroups, lockOrderOfGroups, nameIsTaken, setShares, sharesOf, updateGroup } from './queries.ts'

/** Rename, note, share. What the wish does not name stays as it is. */
export const changeCardGroup: Answer<typeof contract.changeCardGroup> = (actor, wish) =>
  transaction(async (tx) => {
    const { accountId } = actor
    const { gid, name, remark, subUids } = wish
    await lockOrderOfGroups(tx, accountId)
    const [group] = await lockGroups(tx, actor, [gid], 'stay')
    if (!group) throw refuse('not_found', { field: 'gid' })
    if (name !== undefined && (await nameIsTaken(tx, accountId, name, gid)))
      throw refuse('name_taken', { field: 'name' })
    const shared = (await sharesOf(tx, accountId, [gid])).map(({ sub_uid }) => sub_uid)
    if (subUids) {
      const known = await namesOfSubs(tx, accountId, subUids)
      if (subUids.some((subUid) => !known.has(subUid))) throw refuse('not_found', { field: 'subUids' })
      await setShares(tx, accountId, gid, subUids)
    }
    await updateGroup(tx, group, { name, remark })
    await record(tx, actor, {
      type: 'GROUP',
      target: name ?? group.name,
      content: { cn: '修改分组', en: 'Edited the card group' },
      before: { gid, name: group.name, remark: group.remark, subUids: shared },
      after: { gid, name: name ?? group.name, remark: remark ?? group.remark, subUids: subUids ?? shared },
    })
    return { ok: 1 }
  })
