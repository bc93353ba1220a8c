import type * as contract from '#contract/cards/groups.ts'
import { flag } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { subsOf } from '#server/identity/identity.ts'
import { countGroups, groupsWithHoldings, holdingOf, sharesOf } from './queries.ts'

/** Returns groups in order, pinned ones first. A sub-account sees the groups shared with it, and only its own cards in them. */
export const listCardGroups: Answer<typeof contract.listCardGroups> = async (actor, input) => {
  const [rows, total, all, subs] = await Promise.all([
    groupsWithHoldings(db, actor, {
      name: input.name,
      limit: input.pageSize,
      offset: (input.pageNo - 1) * input.pageSize,
    }),
    countGroups(db, actor, input.name),
    holdingOf(db, actor),
    actor.kind === 'parent' ? subsOf(db, actor.accountId) : [],
  ])
  const shares = subs.length
    ? await sharesOf(
        db,
        actor.accountId,
        rows.map(({ gid }) => gid),
      )
    : []
  const sharedWith = (gid: string) =>
    subs.filter(({ subUid }) => shares.some((share) => share.gid === gid && share.sub_uid === subUid))
  return {
    data: rows.map((row) => ({
      gid: row.gid,
      name: row.name,
      remark: row.remark,
      sort: row.sort,
      pinned: flag(row.pinned),
      cardCount: row.count,
      active: row.active,
      frozen: row.frozen,
      balance: row.balance,
      createTime: row.created_at.getTime(),
      shared: sharedWith(row.gid),
    })),
    total,
    pageNo: input.pageNo,
    pageSize: input.pageSize,
    haveNext: total > input.pageNo * input.pageSize,
    summary: { cards: all.count, balance: all.balance, subs },
  }
}

export const countUngrouped: Answer<typeof contract.countUngrouped> = async (actor) => {
  const { count, balance } = await holdingOf(db, actor, '0')
  return { count, balance }
}

export const countCardGroups: Answer<typeof contract.countCardGroups> = async (actor, { gids }) => {
  const asked = gids?.length ? [...new Set(gids)] : undefined
  const groups = await groupsWithHoldings(db, actor, { gids: asked })
  if (asked && groups.length < asked.length) throw refuse('not_found', { field: 'gids' })
  return groups.map(({ gid, count, active, frozen, balance }) => ({ gid, count, active, frozen, balance }))
}
