import type * as contract from '#contract/cards/groups.ts'
import { checks } from '#contract/core/checks.ts'
import { refuse } from '#contract/core/refusals.ts'
import { recordMany, record } from '#server/audit/audit.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import type { Tx } from '#server/core/db.ts'
import { deleteGroups, emptyGroups, holdingOf, lockGroups, lockOrderOfGroups } from './queries.ts'

export const removeCardGroup: Answer<typeof contract.removeCardGroup> = async (actor, { gid, toGid }, tx) => {
  const { moved } = await remove(tx, actor, [gid], toGid, 'gid')
  return { moved }
}

export const removeCardGroups: Answer<typeof contract.removeCardGroups> = (actor, { gids, toGid }, tx) =>
  remove(tx, actor, gids, toGid, 'gids')

/** Deletes groups, never their cards: these move to another group or to none. */
async function remove(tx: Tx, actor: Actor, wanted: readonly string[], toGid: string, field: string) {
  const { accountId } = actor
  const gids = [...new Set(wanted)]
  if (gids.includes(toGid)) throw refuse('invalid', { field: 'toGid', msg: checks.choose_group[actor.from.lang] })
  await lockOrderOfGroups(tx, accountId)
  const [to] = toGid === '0' ? [null] : await lockGroups(tx, actor, [toGid], 'stay')
  if (to === undefined) throw refuse('not_found', { field: 'toGid' })
  const groups = await lockGroups(tx, actor, gids, 'go')
  if (groups.length < gids.length) throw refuse('not_found', { field })

  const held = await Promise.all(groups.map(({ gid }) => holdingOf(tx, actor, gid)))
  const moved = await emptyGroups(tx, accountId, gids, to?.gid ?? null)
  await deleteGroups(tx, accountId, gids)
  await recordMany(
    tx,
    actor,
    groups.map((group, n) => ({
      type: 'GROUP' as const,
      target: group.name,
      content: to
        ? { cn: `删除分组，卡片移至「${to.name}」`, en: `Removed the card group and moved its cards to “${to.name}”` }
        : { cn: '删除分组，卡片移至未分组', en: 'Removed the card group; its cards are ungrouped' },
      before: { gid: group.gid, name: group.name, cards: held[n]!.count },
      after: { toGid: to?.gid ?? null },
    })),
  )
  return { removed: groups.length, moved }
}

/** Merges several groups into one: the cards of the others move into it, and the others are deleted together with their shares. */
export const mergeCardGroups: Answer<typeof contract.mergeCardGroups> = async (actor, input, tx) => {
  const { accountId } = actor
  const fromGids = [...new Set(input.fromGids)].filter((gid) => gid !== input.toGid)
  if (!fromGids.length) throw refuse('invalid', { field: 'fromGids', msg: checks.choose_group[actor.from.lang] })
  await lockOrderOfGroups(tx, accountId)
  const [to] = await lockGroups(tx, actor, [input.toGid], 'stay')
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
