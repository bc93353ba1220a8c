import { flowParts, subtractedParts, type FlowMeta, type FlowPart, type FlowRow } from '#contract/funding/funding.ts'
import type { Lang } from '#contract/core/fields.ts'
import { flowTypes, kindRule, type FlowType, type TransferKind } from '#contract/ledger/ledger.ts'
import { show } from '#contract/core/money.ts'
import { feeOf, type Hold, type StatementRow } from '#server/ledger/ledger.ts'

/** One entry of the wallet as a line of its statement. */
export function flowOf(entry: StatementRow, lang: Lang, showBalance: boolean): FlowRow {
  const meta = entry.meta as FlowMeta
  const type = typeOf(entry.kind)
  const parts = told(partsOf(entry), lang)
  return {
    flowId: entry.transferId,
    flowNo: String(entry.version),
    initiated: entry.postedAt.getTime(),
    type,
    typeText: flowTypes[type][lang],
    tradeDesc: describe(type, meta, parts, lang),
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

/** Money set aside: a line that is not yet in the books, and has no balance after it. */
export function flowOfHold(hold: Hold, lang: Lang): FlowRow {
  const meta = hold.meta as FlowMeta
  const type = typeOf((hold.meta['kind'] as TransferKind | undefined) ?? 'CARD_OPEN')
  const parts = told(meta.parts ?? {}, lang)
  return {
    flowId: hold.holdId,
    flowNo: '-',
    initiated: hold.createdAt.getTime(),
    type,
    typeText: flowTypes[type][lang],
    tradeDesc: describe(type, meta, parts, lang),
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

/** What the other side of the transfer was made of, read from its entries, so that it cannot disagree with them. */
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

/** A single part says nothing that the amount does not. */
function told(parts: Partial<Record<FlowPart, number>>, lang: Lang): FlowRow['parts'] {
  const some = (Object.keys(flowParts) as FlowPart[]).filter((part) => parts[part])
  return some.length < 2 ? [] : some.map((part) => ({ part, text: flowParts[part][lang], amount: parts[part]! }))
}

/** `开卡 ····1234：开卡费 $3.00 + 卡充值 $50.00 + 手续费 $1.25`. */
function describe(type: FlowType, { lastFour }: FlowMeta, parts: FlowRow['parts'], lang: Lang): string {
  const head = flowTypes[type][lang] + (lastFour ? ` ····${lastFour}` : '')
  if (parts.length === 0) return head
  const sum = parts.map(
    ({ part, text, amount }, n) => `${n === 0 ? '' : subtractedParts.has(part) ? ' − ' : ' + '}${text} ${show(amount)}`,
  )
  return `${head}${lang === 'cn' ? '：' : ': '}${sum.join('')}`
}
