import { flag } from '#contract/core/fields.ts'
import type { GroupStep } from '#contract/cards/groups.ts'
import type * as contract from '#contract/cards/groups.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { transaction } from '#server/core/db.ts'
import { groupOrder, lockOrderOfGroups, placeGroups } from './queries.ts'

type Place = { gid: string; pinned: boolean; sort: number }

/** Pin a group, or move it by one among its neighbours: the pinned keep above the others. */
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

/** The places that change. At the end of its kind nothing does. */
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
