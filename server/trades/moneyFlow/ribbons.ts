/** Ribbons: how sums of the ledger and of spend are put together for people, and what a ribbon's name stands for. Nothing here reads the database. */
import type { Lang, Words } from '#contract/core/fields.ts'
import {
  billTypes,
  flowTypes,
  kindRule,
  kindsOf,
  transferKinds,
  type BillType,
  type FlowType,
  type TransferKind,
} from '#contract/ledger/ledger.ts'
import { add, type Cents } from '#contract/core/money.ts'
import { FEES_KEY } from '#contract/trades/spend.ts'
import type { FlowHub, FlowRibbon, FlowWay } from '#contract/trades/moneyFlow.ts'
import type { Beside, CardSum, WalletSum } from '#server/ledger/ledger.ts'

type Name = Words & { readonly back: Words }
const feeName = (cn: string, en: string, back: Words = { cn: `${cn}退回`, en: `${en} returned` }): Name => ({
  cn,
  en,
  back,
})

/** Fees as customers know them; `back` is what comes into the wallet of them. */
const fees: Readonly<Record<string, Name>> = {
  '4010': feeName('开卡费', 'Opening fees'),
  '4015': feeName('优惠券抵扣撤回', 'Coupon discounts reversed', { cn: '优惠券抵扣', en: 'Coupon discounts' }),
  '4020': feeName('卡充值手续费', 'Load fees'),
  '4030': feeName('账户充值手续费', 'Top-up fees'),
  '4070': feeName('跨境手续费', 'Cross-border fees'),
  '4080': feeName('拒付手续费', 'Decline fees'),
  '4090': feeName('卡月费', 'Monthly card fees'),
  '4100': feeName('卡提现手续费', 'Withdrawal fees'),
  '4110': feeName('争议手续费', 'Dispute fees'),
  '4120': feeName('佣金提现手续费', 'Payout fees'),
}

const others = {
  passed: { OUT: { cn: '转入卡片', en: 'Loaded onto cards' }, IN: { cn: '卡片转回钱包', en: 'Returned from cards' } },
  debt: { OUT: { cn: '偿还欠款', en: 'Debt repaid' }, IN: { cn: '转为欠款', en: 'Became debt' } },
  refunds: { IN: { cn: '商户退款', en: 'Merchant refunds' }, OUT: { cn: '退款撤回', en: 'Refunds reversed' } },
  cardFees: { OUT: { cn: '卡片费用', en: 'Card fees' }, IN: { cn: '卡片费用退回', en: 'Card fees returned' } },
  merchants: {
    OUT: { cn: '其他商户', en: 'Other merchants' },
    IN: { cn: '其他商户撤销', en: 'Reversed by other merchants' },
  },
  reversed: { cn: '的撤销', en: ' (reversed)' },
} as const

const EVERY_KIND = Object.keys(transferKinds) as TransferKind[]
const DEBT_BILLS: readonly BillType[] = ['LOAD', 'DEBT']

/** Merchants that are ribbons of their own; the others are one. */
const MOST_MERCHANTS = 100

type Sum = { hub: FlowHub; key: string; cents: Cents; entries: number | null }

const ofWallet = ({ kind, beside, cents, entries }: WalletSum): Sum => ({
  hub: 'WALLET',
  key: beside === '2020' ? 'CARDS' : beside === '1310' ? 'DEBT' : beside === '' ? flowOf(kind, cents) : `F${beside}`,
  cents,
  entries,
})
/** A kind without a line in the statement never touches the wallet. */
const flowOf = (kind: TransferKind, cents: Cents): FlowType =>
  kindRule(kind).flow ?? (cents > 0 ? 'ADJUST_IN' : 'ADJUST_OUT')

const ofCards = ({ kind, cents, entries }: CardSum): Sum => {
  const bill = kindRule(kind).bill!
  return { hub: 'CARDS', key: DEBT_BILLS.includes(bill) ? 'DEBT' : bill, cents, entries }
}

/** What was spent at a merchant, or on fees, and refunded. */
export type Spent = { readonly key: string; readonly spent: Cents; readonly refunded: Cents }

const byAmount = (a: Spent, b: Spent): number => Math.abs(b.spent) - Math.abs(a.spent) || (a.key < b.key ? -1 : 1)
const merchantsOf = (rows: readonly Spent[]): Spent[] =>
  rows.filter(({ key, spent }) => key !== FEES_KEY && spent !== 0).toSorted(byAmount)
/** The keys of the merchants that are ribbons of their own. */
export const shownMerchants = (rows: readonly Spent[]): string[] =>
  merchantsOf(rows)
    .slice(0, MOST_MERCHANTS)
    .map(({ key }) => key)

function ofSpend(rows: readonly Spent[]): Sum[] {
  const all = merchantsOf(rows)
  const total = (cents: readonly Cents[]) => add(0, ...cents)
  const sum = (key: string, cents: Cents): Sum => ({ hub: 'CARDS', key, cents, entries: null })
  return [
    ...all.slice(0, MOST_MERCHANTS).map(({ key, spent }) => sum(`M:${key}`, -spent)),
    sum('OTHERS', -total(all.slice(MOST_MERCHANTS).map(({ spent }) => spent))),
    sum('FEES', -total(rows.filter(({ key }) => key === FEES_KEY).map(({ spent }) => spent))),
    sum('REFUNDS', total(rows.map(({ refunded }) => refunded))),
  ]
}

type Found = {
  readonly wallet: readonly WalletSum[]
  readonly cards: readonly CardSum[]
  readonly spend: readonly Spent[]
}
export type Folded = { hub: FlowHub; way: FlowWay; key: string; cents: Cents; entries: number | null }

/** Adds up sums under one name, each way for itself: what was returned does not make what was paid look smaller. */
export function foldRibbons({ wallet, cards, spend }: Found): Folded[] {
  const folded = new Map<string, Folded>()
  for (const { hub, key, cents, entries } of [...wallet.map(ofWallet), ...cards.map(ofCards), ...ofSpend(spend)]) {
    if (cents === 0) continue
    const way: FlowWay = cents > 0 ? 'IN' : 'OUT'
    const before = folded.get(`${hub}.${way}.${key}`)
    const sum = add(before?.cents ?? 0, Math.abs(cents))
    const count = entries === null ? null : (before?.entries ?? 0) + entries
    folded.set(`${hub}.${way}.${key}`, { hub, way, key, cents: sum, entries: count })
  }
  return [...folded.values()].toSorted((a, b) => b.cents - a.cents || (a.key < b.key ? -1 : 1))
}

/** What came into a hub less what went out of it. What passes between the hubs is a ribbon of the wallet, and has the opposite sign for the cards. */
export function changeOf(hub: FlowHub, ribbons: readonly Folded[]): Cents {
  const signed = ({ way, cents }: Folded) => (way === 'IN' ? cents : -cents)
  const passed = hub === 'CARDS' ? ribbons.filter((one) => one.hub === 'WALLET' && one.key === 'CARDS') : []
  return add(0, ...ribbons.filter((one) => one.hub === hub).map(signed), ...passed.map((one) => -signed(one)))
}

export function ribbonShown(folded: Folded, lang: Lang, merchantName: (key: string) => string): FlowRibbon {
  const { hub, way, key, cents, entries } = folded
  const ribbon = `${hub}.${way}.${key}`
  const shown = (what: FlowRibbon['what'], named: string): FlowRibbon => ({
    ribbon,
    hub,
    way,
    what,
    name: named,
    cents,
    entries,
  })
  if (key.startsWith('M:'))
    return shown('MERCHANT', `${merchantName(key.slice(2))}${way === 'IN' ? others.reversed[lang] : ''}`)
  if (key === 'OTHERS') return shown('MERCHANTS', others.merchants[way][lang])
  if (key === 'CARDS') return shown('PASS', others.passed[way][lang])
  if (key === 'FEES') return shown('FEE', others.cardFees[way][lang])
  if (key === 'REFUNDS') return shown('KIND', others.refunds[way][lang])
  if (key === 'DEBT') return shown('KIND', others.debt[way][lang])
  const fee = /^F\d{4}$/.test(key) ? fees[key.slice(1)] : undefined
  if (fee) return shown('FEE', (way === 'IN' ? fee.back : fee)[lang])
  return shown('KIND', (hub === 'WALLET' ? flowTypes[key as FlowType] : billTypes[key as BillType])[lang])
}

/** What the entries of a ribbon are looked up by. */
export type Behind = { readonly raises: boolean } & (
  | { readonly from: 'wallet'; readonly kinds: readonly TransferKind[]; readonly beside: Beside }
  | { readonly from: 'cards'; readonly kinds: readonly TransferKind[]; readonly bothSides: boolean }
  | { readonly from: 'merchants'; readonly merchant: string | undefined }
)

/** Undefined for what is no ribbon. */
export function behind(ribbon: string): Behind | undefined {
  const found = /^(WALLET|CARDS)\.(IN|OUT)\.(.+)$/s.exec(ribbon)
  if (!found) return undefined
  const [, hub, way, key] = found as unknown as [string, FlowHub, FlowWay, string]
  const raises = way === 'IN'
  if (hub === 'WALLET') {
    const wallet = (kinds: readonly TransferKind[], beside: Beside): Behind => ({
      from: 'wallet',
      raises,
      kinds,
      beside,
    })
    if (key === 'CARDS') return wallet(EVERY_KIND, '2020')
    if (key === 'DEBT') return wallet(EVERY_KIND, '1310')
    if (/^F\d{4}$/.test(key) && Object.hasOwn(fees, key.slice(1))) return wallet(EVERY_KIND, key.slice(1) as Beside)
    return Object.hasOwn(flowTypes, key) ? wallet(kindsOf('flow', [key]), '') : undefined
  }
  const cards = (bills: readonly BillType[], bothSides = false): Behind => ({
    from: 'cards',
    raises,
    bothSides,
    kinds: kindsOf('bill', bills).filter((kind) => kind !== 'CARD_OPEN' && kind !== 'CARD_LOAD'),
  })
  if (key.startsWith('M:')) return { from: 'merchants', raises, merchant: key.slice(2) }
  if (key === 'OTHERS') return { from: 'merchants', raises, merchant: undefined }
  if (key === 'FEES') return cards(['FEE'], true)
  if (key === 'REFUNDS') return { from: 'cards', raises, kinds: ['CARD_REFUND', 'REFUND_REVERSED'], bothSides: true }
  if (key === 'DEBT') return cards(DEBT_BILLS)
  const own: readonly string[] = [
    'UNLOAD',
    'CHARGEBACK',
    'CLOSE',
    'FREEZE_FUNDS',
    'UNFREEZE_FUNDS',
  ] satisfies BillType[]
  return own.includes(key) ? cards([key as BillType]) : undefined
}
