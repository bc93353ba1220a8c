import type * as contract from '#contract/funding/funding.ts'
import type { Checked } from '#contract/core/call.ts'
import { kindsOf } from '#contract/ledger/ledger.ts'
import type { Actor } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { db } from '../core/db.ts'
import { entriesOf, holdsOn, sumsOf, wallet, type Hold, type StatementFilter } from '../ledger/ledger.ts'
import { flowOf, flowOfHold } from './flow.ts'

type Filters = Omit<Checked<typeof contract.listFlows>, 'pageNo' | 'pageSize' | 'cursor'>

/**
 * The wallet's statement: the lines in flight first, then the entries, newest first. Pages can be turned by number, and by cursor
 * at the same cost however deep. A sub-account sees the lines that it caused, and the balance only if it may see the wallet.
 */
export const listFlows: Answer<typeof contract.listFlows> = async (actor, wish) => {
  const { pageNo, pageSize, cursor } = wish
  const [of, filter] = [wallet(actor.accountId), filterOf(actor, wish)]
  const inFlight = (await holdsOn(db, of)).filter((hold) => matches(hold, filter))
  const { count, in: came, out: went } = await sumsOf(db, of, filter)

  const skip = (pageNo - 1) * pageSize
  const holds = cursor === undefined ? inFlight.slice(skip, skip + pageSize) : []
  const page = {
    limit: pageSize - holds.length + 1,
    ...(cursor === undefined ? { skip: Math.max(0, skip - inFlight.length) } : { before: versionOf(cursor) }),
  }
  const found = await entriesOf(db, of, filter, page)
  const entries = found.slice(0, page.limit - 1)
  const last = entries.at(-1)

  const { lang } = actor.from
  const balance = actor.kind === 'parent' || actor.may.has('wallet:view')
  return {
    data: [...holds.map((hold) => flowOfHold(hold, lang)), ...entries.map((entry) => flowOf(entry, lang, balance))],
    total: count + inFlight.length,
    pageNo,
    pageSize,
    haveNext: found.length > entries.length,
    ...(last && { cursor: String(last.version) }),
    summary: { in: came, out: went, net: came - went },
  }
}

export function filterOf(actor: Actor, wish: Filters): StatementFilter {
  const { type, direction, startTime, endTime, cardId, cardSeqNo, bizNo } = wish
  const subUid = actor.kind === 'sub' ? actor.subUid : wish.subUid
  const facts = Object.entries({ cardId, cardSeqNo, bizNo, subUid }).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  return {
    ...(type?.length && { kinds: kindsOf('flow', type) }),
    ...(direction && { direction }),
    ...(startTime !== undefined && { from: new Date(startTime) }),
    ...(endTime !== undefined && { until: new Date(endTime) }),
    ...(facts.length && { metaHas: Object.fromEntries(facts) }),
  }
}

/** The same filter for what is in flight: money that is set aside can only go out. */
export function matches(
  { meta, createdAt }: Hold,
  { kinds, direction, from, until, metaHas }: StatementFilter,
): boolean {
  if (direction === 'IN') return false
  if (kinds && !kinds.some((kind) => kind === meta['kind'])) return false
  if ((from && createdAt < from) || (until && createdAt >= until)) return false
  return Object.entries(metaHas ?? {}).every(([name, value]) => meta[name] === value)
}

/** A cursor that is not ours finds the first page: nothing of anybody else's can be reached by it. */
const versionOf = (cursor: string): number => (/^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.MAX_SAFE_INTEGER)
