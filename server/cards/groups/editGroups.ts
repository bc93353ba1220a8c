import { GROUPS_AT_MOST, type GroupStep } from '#contract/cards/groups.ts'
import type * as contract from '#contract/cards/groups.ts'
import { flag } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import { record } from '#server/audit/audit.ts'
import type { Answer } from '#server/core/answer.ts'
import { transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { namesOfSubs } from '#server/identity/identity.ts'
import {
  countGroups,
  insertGroup,
  lockOrderOfGroups,
  nameIsTaken,
  lockGroups,
  setShares,
  sharesOf,
  updateGroup,
  groupOrder,
  placeGroups,
} from './queries.ts'

/** Adds a group below the others. */
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

/** Changes name, note and sharing. Fields missing from the input do not change. */
export const changeCardGroup: Answer<typeof contract.changeCardGroup> = (actor, input) =>
  transaction(async (tx) => {
    const { accountId } = actor
    const { gid, name, remark, subUids } = input
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

type Place = { gid: string; pinned: boolean; sort: number }

/** Pins a group, or moves it by one position: pinned groups stay above the others. */
export const orderCardGroup: Answer<typeof contract.orderCardGroup> = (actor, { gid, action }) =>
  transaction(async (tx) => {
    await lockOrderOfGroups(tx, actor.accountId)
    const places = await groupOrder(tx, actor.accountId)
    if (!places.some((place) => place.gid === gid)) throw refuse('not_found', { field: 'gid' })
    const changed = steps[action](places, gid)
    if (changed.length) await placeGroups(tx, actor.accountId, changed)
    const list = await groupOrder(tx, actor.accountId)
    return { list: list.map(({ gid, pinned }) => ({ gid, pinned: flag(pinned) })) }
  })

const first = (places: readonly Place[]): number => Math.min(...places.map(({ sort }) => sort)) - 1

/** The positions that change. At the top or bottom of its kind nothing does. */
const steps = {
  TOP: (places, gid) => [{ gid, pinned: true, sort: first(places) }],
  UNPIN: (places, gid) => {
    const pinned = places.some((place) => place.gid === gid && place.pinned)
    return pinned ? [{ gid, pinned: false, sort: first(places) }] : []
  },
  UP: (places, gid) => swapped(places, gid, -1),
  DOWN: (places, gid) => swapped(places, gid, 1),
} as const satisfies Record<GroupStep, (places: readonly Place[], gid: string) => Place[]>

function swapped(places: readonly Place[], gid: string, by: 1 | -1): Place[] {
  const at = places.findIndex((place) => place.gid === gid)
  const [one, other] = [places[at]!, places[at + by]]
  if (!other || one.pinned !== other.pinned) return []
  return [
    { ...one, sort: other.sort },
    { ...other, sort: one.sort },
  ]
}
