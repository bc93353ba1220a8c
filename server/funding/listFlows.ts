import type * as contract from '#contract/funding/funding.ts'
import type { Checked } from '#contract/core/call.ts'
import { kindsOf, flowTypes, kindRule, type FlowType, type TransferKind } from '#contract/ledger/ledger.ts'
import type { Actor } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { db, type Database, type Tx } from '../core/db.ts'
import {
  entriesOf,
  holdsOn,
  sumsOf,
  wallet,
  type Hold,
  type StatementFilter,
  feeOf,
  type StatementRow,
} from '../ledger/ledger.ts'
import { type FlowRow, flowParts, subtractedParts, type FlowMeta, type FlowPart } from '#contract/funding/funding.ts'
import type { Lang } from '#contract/core/fields.ts'
import { show } from '#contract/core/money.ts'

type Filters = Omit<Checked<typeof contract.listFlows>, 'pageNo' | 'pageSize' | 'cursor'>

/**
 * Returns the wallet's statement: pending lines first, then entries, newest first. Pagination works by number and by cursor, at the same cost however deep. A
 * sub-account sees the lines that it caused, and the balance only if it may see the wallet.
 */
export const listFlows: Answer<typeof contract.listFlows> = async (actor, input) => {
  const { pageNo, pageSize, cursor } = input
  const [of, filter] = [wallet(actor.accountId), filterOf(actor, input)]
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

function filterOf(actor: Actor, input: Filters): StatementFilter {
  const { type, direction, startTime, endTime, cardId, cardSeqNo, bizNo } = input
  const subUid = actor.kind === 'sub' ? actor.subUid : input.subUid
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

/** Applies the same filter to pending lines: held money can only go out. */
export function matches(
  { meta, createdAt }: Hold,
  { kinds, direction, from, until, metaHas }: StatementFilter,
): boolean {
  if (direction === 'IN') return false
  if (kinds && !kinds.some((kind) => kind === meta['kind'])) return false
  if ((from && createdAt < from) || (until && createdAt >= until)) return false
  return Object.entries(metaHas ?? {}).every(([name, value]) => meta[name] === value)
}

/** An invalid cursor returns the first page: it gives no access to other accounts' data. */
const versionOf = (cursor: string): number => (/^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.MAX_SAFE_INTEGER)

/** Lines per query: few enough to need little memory, many enough that the number of queries does not matter. */
const AT_ONCE = 2000

/** Returns every line of the statement that matches the filters, in list order, and their number. */
export async function allFlows(reader: Tx | Database, actor: Actor, input: Filters) {
  const [of, filter, { lang }] = [wallet(actor.accountId), filterOf(actor, input), actor.from]
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

/** Converts one wallet entry into a line of its statement. */
function flowOf(entry: StatementRow, lang: Lang, showBalance: boolean): FlowRow {
  const meta = entry.meta as FlowMeta
  const type = typeOf(entry.kind)
  const parts = told(partsOf(entry), lang)
  return {
    flowId: entry.transferId,
    flowNo: String(entry.version),
    initiated: entry.postedAt.getTime(),
    type,
    typeText: flowTypes[type][lang],
    tradeDesc: describe(entry.kind, meta, parts, lang),
    parts,
    direction: entry.change > 0 ? 'IN' : 'OUT',
    amount: Math.abs(entry.change),
    fee: feeOf(entry),
    balanceAfter: showBalance ? entry.balanceAfter : null,
    ...about(meta),
    bizNo: meta.bizNo ?? entry.biz.id,
    status: 'DONE',
  }
}

/** Converts held money into a line that is not booked yet and has no resulting balance. */
function flowOfHold(hold: Hold, lang: Lang): FlowRow {
  const meta = hold.meta as FlowMeta
  const kind = (hold.meta['kind'] as TransferKind | undefined) ?? 'CARD_OPEN'
  const type = typeOf(kind)
  const parts = told(meta.parts ?? {}, lang)
  return {
    flowId: hold.holdId,
    flowNo: '-',
    initiated: hold.createdAt.getTime(),
    type,
    typeText: flowTypes[type][lang],
    tradeDesc: describe(kind, meta, parts, lang),
    parts,
    direction: 'OUT',
    amount: hold.remaining,
    fee: meta.fee ?? 0,
    balanceAfter: null,
    ...about(meta),
    bizNo: meta.bizNo ?? hold.biz.id,
    status: 'PROCESSING',
  }
}

const typeOf = (kind: TransferKind): FlowType => kindRule(kind).flow ?? 'ADJUST_OUT'

const about = ({ cardId, cardSeqNo, lastFour, subUid, subNickname, remark = '' }: FlowMeta) => ({
  unit: 'USD',
  remark,
  ...(cardId && { cardId }),
  ...(cardSeqNo && { cardSeqNo }),
  ...(lastFour && { lastFour }),
  ...(subUid && { subUid }),
  ...(subNickname && { subNickname }),
})

/** The components of the transfer's other side, read from its entries, so that the two cannot disagree. */
function partsOf({ kind, parts }: StatementRow): Partial<Record<FlowPart, number>> {
  const named: Partial<Record<string, FlowPart>> =
    kindRule(kind).flow === 'TOPUP_USDT'
      ? { '1900': 'gross', '4030': 'topUpFee' }
      : kindRule(kind).flow === 'TOPUP_WIRE'
        ? { '1020': 'gross', '2030': 'gross', '4030': 'topUpFee' }
        : { '4010': 'openFee', '2020': 'load', '4020': 'serviceFee', '4015': 'discount' }
  const found: Partial<Record<FlowPart, number>> = {}
  for (const { code, currency, amount } of parts) {
    const part = named[code]
    if (part && currency === 'USD') found[part] = (found[part] ?? 0) + amount
  }
  return found
}

/** A single component only repeats the amount. */
function told(parts: Partial<Record<FlowPart, number>>, lang: Lang): FlowRow['parts'] {
  const some = (Object.keys(flowParts) as FlowPart[]).filter((part) => parts[part])
  return some.length < 2 ? [] : some.map((part) => ({ part, text: flowParts[part][lang], amount: parts[part]! }))
}

/** `开卡 ····1234：开卡费 $3.00 + 卡充值 $50.00 + 手续费 $1.25`. */
function describe(kind: TransferKind, { lastFour }: FlowMeta, parts: FlowRow['parts'], lang: Lang): string {
  const type = typeOf(kind)
  // Several kinds of fees share a type; the line says which one it is.
  const head = (type === 'CARD_TXN_FEE' ? kindRule(kind) : flowTypes[type])[lang] + (lastFour ? ` ····${lastFour}` : '')
  if (parts.length === 0) return head
  const sum = parts.map(
    ({ part, text, amount }, n) => `${n === 0 ? '' : subtractedParts.has(part) ? ' − ' : ' + '}${text} ${show(amount)}`,
  )
  return `${head}${lang === 'cn' ? '：' : ': '}${sum.join('')}`
}
