import type * as contract from '#contract/controls/controls.ts'
import { flag } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import { maybeCard } from '../cards/cards.ts'
import type { Answer } from '../core/answer.ts'
import { nowMs } from '../core/clock.ts'
import { port } from '../core/composition.ts'
import { db } from '../core/db.ts'
import { accountOf, namesOfSubs } from '../identity/identity.ts'
import { documentsOf } from './documents.ts'
import { usedOf } from './engine/counters.ts'
import { changesOf, countChanges, type ChangeRow } from './queries.ts'

/** The controls of a card, and what is left of its limits. */
export const showControls: Answer<typeof contract.showControls> = async (actor, { scopeId }) => {
  const { accountId } = actor
  const card = await maybeCard(db, actor, scopeId)
  if (!card) throw refuse('not_found', { field: 'scopeId' })
  const { time_zone: zone, nickname } = await accountOf(db, accountId)
  const [documentOf, counters, [change]] = await Promise.all([
    documentsOf(db, accountId, [card.control_no]),
    port('controls.countersOf')(db, card.cell, [card.la_id]),
    changesOf(db, accountId, scopeId, { skip: 0, limit: 1 }),
  ])
  const controls = documentOf(card.control_no)
  const counted = counters.get(card.la_id) ?? []
  const nameOf = await namesFor(accountId, nickname, change ? [change] : [])
  return {
    controls,
    controlNo: card.control_no,
    setBy: change ? nameOf(change) : null,
    setTime: change ? change.created_at.getTime() : null,
    standing: (controls.limits ?? []).map((limit) => {
      const { cents, count, resetTime } = usedOf(limit, counted, { zone, now: nowMs() })
      return {
        limitId: limit.limitId,
        used: cents,
        left: limit.amount === undefined ? null : Math.max(0, limit.amount - cents),
        count,
        countLeft: limit.count === undefined ? null : Math.max(0, limit.count - count),
        resetTime,
        over: flag(cents > (limit.amount ?? Infinity) || count > (limit.count ?? Infinity)),
      }
    }),
    timeZone: zone,
  }
}

/** Changes are counted up to this. */
const TOTAL_CAP = 10_000

/** Who changed the controls of a card, newest first, with the documents before and after. */
export const controlHistory: Answer<typeof contract.controlHistory> = async (actor, input) => {
  const { accountId } = actor
  const { scopeId, pageNo, pageSize } = input
  if (!(await maybeCard(db, actor, scopeId))) throw refuse('not_found', { field: 'scopeId' })
  const before = input.cursor && /^cch_\w{26}$/.test(input.cursor) ? input.cursor : undefined
  const [found, count, { nickname }] = await Promise.all([
    changesOf(db, accountId, scopeId, { before, skip: (pageNo - 1) * pageSize, limit: pageSize + 1 }),
    countChanges(db, accountId, scopeId, TOTAL_CAP + 1),
    accountOf(db, accountId),
  ])
  const rows = found.slice(0, pageSize)
  const haveNext = found.length > rows.length
  const documentOf = await documentsOf(
    db,
    accountId,
    rows.flatMap(({ before_no, after_no }) => [before_no, after_no]),
  )
  const nameOf = await namesFor(accountId, nickname, rows)
  return {
    data: rows.map((row) => ({
      id: row.id,
      createTime: row.created_at.getTime(),
      setBy: nameOf(row),
      note: row.note,
      before: documentOf(row.before_no),
      after: documentOf(row.after_no),
    })),
    total: Math.min(count, TOTAL_CAP),
    ...(count > TOTAL_CAP && { totalCapped: true }),
    pageNo,
    pageSize,
    haveNext,
    ...(haveNext && { cursor: rows.at(-1)!.id }),
    summary: {},
  }
}

async function namesFor(
  accountId: string,
  nickname: string,
  rows: readonly Pick<ChangeRow, 'sub_uid'>[],
): Promise<(row: Pick<ChangeRow, 'sub_uid'>) => string> {
  const names = await namesOfSubs(
    db,
    accountId,
    rows.map(({ sub_uid }) => sub_uid),
  )
  return ({ sub_uid }) => (sub_uid ? (names.get(sub_uid) ?? sub_uid) : nickname)
}
