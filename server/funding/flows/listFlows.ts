import type * as contract from '#contract/funding/funding.ts'
import type { Checked } from '#contract/core/call.ts'
import { kindsOf } from '#contract/ledger/ledger.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { entriesOf, holdsOn, sumsOf, wallet, type Hold, type StatementFilter } from '#server/ledger/ledger.ts'
import { flowOf, flowOfHold } from './flow.ts'
import type { FlowRow } from '#contract/funding/funding.ts'

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

function filterOf(actor: Actor, wish: Filters): StatementFilter {
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

/** Lines that are read at once: few enough to be nothing in memory, many enough that a question more does not matter. */
const AT_ONCE = 2000

/** Every line of the statement that the filters find, in the order of the list, and how many there are. */
export async function allFlows(reader: Tx | Database, actor: Actor, wish: Filters) {
  const [of, filter, { lang }] = [wallet(actor.accountId), filterOf(actor, wish), actor.from]
  const inFlight = (await holdsOn(reader, of)).filter((hold) => matches(hold, filter))
  const { count } = await sumsOf(reader, of, filter)
  const balance = actor.kind === 'parent' || actor.may.has('wallet:view')

  async function* rows(): AsyncGenerator<FlowRow[]> {
    if (inFlight.length) yield inFlight.map((hold) => flowOfHold(hold, lang))
    for (let before: number | undefined; ;) {
      const entries = await entriesOf(reader, of, filter, { ...(before !== undefined && { before }), limit: AT_ONCE })
      if (entries.length) yield entries.map((entry) => flowOf(entry, lang, balance))
      if (entries.length < AT_ONCE) return
      before = entries.at(-1)!.version
    }
  }
  return { count: count + inFlight.length, rows: rows() }
}
