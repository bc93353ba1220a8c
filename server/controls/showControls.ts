import type * as contract from '#contract/controls/controls.ts'
import type { Controls } from '#contract/controls/documents.ts'
import type { ControlScope } from '#contract/controls/stoppedBy.ts'
import { flag } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import { groupNames, maybeCard, type CardRow } from '../cards/cards.ts'
import type { Actor } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { nowMs } from '../core/clock.ts'
import { port } from '../core/composition.ts'
import { db, type Database, type Tx } from '../core/db.ts'
import { accountOf, namesOfSubs } from '../identity/identity.ts'
import { byScope } from './applied.ts'
import { lockShown } from './cardLocks.ts'
import { documentsOf } from './documents.ts'
import { usesLeft } from './engine/uses.ts'
import { readCounters, usedOf, watchedOf as watchedIn, type At, type Counters } from './engine/counters.ts'
import { pendingReturns } from './returns.ts'
import { changesOf, countChanges, scopesOf, type ChangeRow } from './queries.ts'

/** Names of groups, sub-accounts or the account that the caller may limit: none for a sub-account. By their ids. */
export async function namesOfScopes(
  on: Tx | Database,
  actor: Pick<Actor, 'accountId' | 'subUid'>,
  scope: Exclude<ControlScope, 'CARD'>,
  scopeIds: readonly string[],
): Promise<Map<string, string>> {
  if (actor.subUid) return new Map()
  return scopeNames(on, actor.accountId, scope, scopeIds)
}

export async function scopeNames(
  on: Tx | Database,
  accountId: string,
  scope: ControlScope,
  scopeIds: readonly string[],
): Promise<Map<string, string>> {
  if (scope === 'ACCOUNT') return new Map([[accountId, (await accountOf(on, accountId)).nickname]])
  const names =
    scope === 'GROUP'
      ? await groupNames(on, { accountId, subUid: undefined }, scopeIds)
      : await namesOfSubs(on, accountId, scopeIds)
  return new Map([...names].filter((entry): entry is [string, string] => entry[0] !== null))
}

/** What the limits of a document have counted. */
export const standingOf = ({ limits = [] }: Controls, counters: Counters, at: At) =>
  limits.map((limit) => {
    const { cents, count, resetTime } = usedOf(limit, counters, at)
    return {
      limitId: limit.limitId,
      used: cents,
      left: limit.amount === undefined ? null : Math.max(0, limit.amount - cents),
      count,
      countLeft: limit.count === undefined ? null : Math.max(0, limit.count - count),
      resetTime,
      over: flag(cents > (limit.amount ?? Infinity) || count > (limit.count ?? Infinity)),
    }
  })

/** What it would have declined, if it only watches. */
function watchedOf({ mode }: Controls, counters: Counters) {
  if (mode !== 'WATCH') return null
  const { count, cents } = watchedIn(counters) ?? { count: 0, cents: 0 }
  return { count, amount: cents }
}
const leftOf = ({ uses }: Controls, counters: Counters): number | null => (uses ? usesLeft(uses, counters) : null)

type Shown = { scopeId: string; controlNo: number | null; counters: Counters; within: readonly Within[] }
/** Of a card: what else applies to it. */
type Within = { scope: ControlScope; scopeId: string }

/** The controls of a card, of a group, of a sub-account or of the account, and what is left of their limits. */
export const showControls: Answer<typeof contract.showControls> = async (actor, { scope, scopeId: asked }) => {
  const { accountId } = actor
  const { scopeId, controlNo, counters, within } = await shownScope(actor, scope, asked)
  const { time_zone: zone, nickname, has_controls } = await accountOf(db, accountId)
  const others = has_controls ? await scopesOf(db, accountId, within) : []
  const returning = (await pendingReturns(db, accountId, scope, new Map([[scopeId, { controlNo }]])))(scopeId)
  const [documentOf, [change]] = await Promise.all([
    documentsOf(db, accountId, [controlNo, returning?.back_no ?? null, ...others.map(({ control_no }) => control_no)]),
    changesOf(db, accountId, scopeId, { skip: 0, limit: 1 }),
  ])
  const nameOf = await namesFor(accountId, nickname, change ? [change] : [])
  const at = { zone, now: nowMs() }
  const effective = await Promise.all(
    others
      .filter(({ control_no }) => control_no !== null)
      .toSorted(byScope)
      .map(async (other) => ({
        scope: other.scope,
        scopeId: other.scope_id,
        name: (await scopeNames(db, accountId, other.scope, [other.scope_id])).get(other.scope_id) ?? '',
        controls: documentOf(other.control_no),
        standing: standingOf(documentOf(other.control_no), readCounters(other.counters), at),
        watched: watchedOf(documentOf(other.control_no), readCounters(other.counters)),
      })),
  )
  return {
    controls: documentOf(controlNo),
    controlNo,
    setBy: change ? nameOf(change) : null,
    setTime: change ? change.created_at.getTime() : null,
    until: returning ? returning.until.getTime() : null,
    returns: returning ? documentOf(returning.back_no) : null,
    standing: standingOf(documentOf(controlNo), counters, at),
    watched: watchedOf(documentOf(controlNo), counters),
    lock: scope === 'CARD' ? await lockShown(documentOf(controlNo), counters, at.now) : null,
    usesLeft: leftOf(documentOf(controlNo), counters),
    effective,
    timeZone: zone,
  }
}

async function shownScope(actor: Actor, scope: ControlScope, asked: string | undefined): Promise<Shown> {
  const { accountId } = actor
  const { scopeId, card } = await seenScope(actor, scope, asked)
  if (!card) {
    const [row] = await scopesOf(db, accountId, [{ scope, scopeId }])
    return { scopeId, controlNo: row?.control_no ?? null, counters: readCounters(row?.counters ?? ''), within: [] }
  }
  const { control_no, cell, la_id, gid, owner_sub_uid: sub } = card
  return {
    scopeId,
    controlNo: control_no,
    counters: (await port('controls.countersOf')(db, cell, [la_id])).get(la_id) ?? [],
    within: [
      ...(gid === null ? [] : [{ scope: 'GROUP' as const, scopeId: gid }]),
      ...(sub === null ? [] : [{ scope: 'SUB' as const, scopeId: sub }]),
      { scope: 'ACCOUNT', scopeId: accountId },
    ],
  }
}

/** What the caller asks about, if they may see it. */
async function seenScope(
  actor: Actor,
  scope: ControlScope,
  asked: string | undefined,
): Promise<{ scopeId: string; card?: CardRow }> {
  const scopeId = scope === 'ACCOUNT' ? actor.accountId : (asked ?? '')
  if (scope === 'CARD') {
    const card = await maybeCard(db, actor, scopeId)
    if (card) return { scopeId, card }
  } else if ((await namesOfScopes(db, actor, scope, [scopeId])).has(scopeId)) return { scopeId }
  throw refuse('not_found', { field: 'scopeId' })
}

/** Changes are counted up to this. */
const TOTAL_CAP = 10_000

/** Who changed the controls, newest first, with the documents before and after. */
export const controlHistory: Answer<typeof contract.controlHistory> = async (actor, input) => {
  const { accountId } = actor
  const { pageNo, pageSize } = input
  const { scopeId } = await seenScope(actor, input.scope, input.scopeId)
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
      until: row.until?.getTime() ?? null,
      returned: flag(row.returned),
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
