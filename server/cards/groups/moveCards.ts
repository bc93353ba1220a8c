import type * as contract from '#contract/cards/groups.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import { logCards } from '../orderQueries.ts'
import { lockCardRows } from '../queries.ts'
import { nameOf } from '../shown.ts'
import { groupNames, lockGroups, setGroup } from './queries.ts'

export const groupCards: Answer<typeof contract.groupCards> = (actor, { cardIds, gid }) =>
  transaction(async (tx) => ({ moved: await move(tx, actor, cardIds, gid, 'cardIds') }))

export const groupCard: Answer<typeof contract.groupCard> = (actor, { cardId, gid }) =>
  transaction(async (tx) => {
    await move(tx, actor, [cardId], gid, 'cardId')
    return { ok: 1 }
  })

/** All of them or none. Cards that are there already stay as they are and are not counted. */
async function move(tx: Tx, actor: Actor, wanted: readonly string[], gid: string, field: string): Promise<number> {
  const to = await groupToFill(tx, actor, gid)
  const cardIds = [...new Set(wanted)]
  const cards = await lockCardRows(tx, actor, cardIds)
  if (cards.length < cardIds.length) throw refuse('not_found', { field })
  const moving = cards.filter((card) => card.gid !== (to?.gid ?? null))
  if (!moving.length) return 0

  const names = await groupNames(
    tx,
    actor,
    moving.map((card) => card.gid),
  )
  await setGroup(
    tx,
    actor.accountId,
    moving.map(({ card_id }) => card_id),
    to?.gid ?? null,
  )
  await logCards(
    tx,
    moving.map((card) => ({
      ...actor,
      cardId: card.card_id,
      type: 'GROUP' as const,
      before: names.get(card.gid) ?? '–',
      after: to?.name ?? '–',
    })),
  )
  await record(tx, actor, {
    type: 'GROUP',
    target: moving.length === 1 ? nameOf(moving[0]!) : (to?.name ?? '–'),
    content: to
      ? { cn: `${moving.length} 张卡移至分组「${to.name}」`, en: `Moved cards to “${to.name}”: ${moving.length}` }
      : { cn: `${moving.length} 张卡移出分组`, en: `Removed cards from their groups: ${moving.length}` },
    before: { cards: moving.map((card) => ({ cardId: card.card_id, gid: card.gid })) },
    after: { gid: to?.gid ?? null },
  })
  return moving.length
}

/** A group that the caller sees, kept from going away until the transaction ends; `0` or nothing is none. Before any card. */
export async function groupToFill(tx: Tx, actor: Pick<Actor, 'accountId' | 'subUid'>, gid: string | undefined) {
  if (!gid || gid === '0') return undefined
  const [group] = await lockGroups(tx, actor, [gid], 'stay')
  if (!group) throw refuse('not_found', { field: 'gid' })
  return group
}
