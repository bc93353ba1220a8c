/**
 * The chart of accounts, the kinds of transfers and the words of statements. Tables only: the ledger has no calls of
 * its own. Amounts are whole minor units: cents for USD and CNY, millionths for USDT.
 */
import { currencies, type Currency } from './money.ts'
import type { Words } from './fields.ts'

export type Side = 'D' | 'C'
export type LedgerCurrency = Currency | 'USDT'

/** Decimal places of the minor unit in which the ledger keeps a currency. */
export const scaleOf = (currency: LedgerCurrency): number => (currency === 'USDT' ? 6 : currencies[currency].digits)

type AccountRule = Words & {
  /** The side that raises it. */
  readonly normal: Side
  /** ROW: owned by a tenant, has a running balance, is locked and never crosses its floor. DEFERRED: the platform's own; its entries are summed when asked. */
  readonly mode: 'ROW' | 'DEFERRED'
  /** What tells several accounts of one code apart: the tenant, a card of it, a rail, an issuer, a bank; or there is one only. */
  readonly of: 'tenant' | 'card' | 'rail' | 'issuer' | 'bank' | 'one'
  /** Money of customers (client) and the assets that cover it (cover). */
  readonly counts?: 'client' | 'cover'
}

/** Codes follow the habit of charts: 1 assets, 2 liabilities, 4 income, 5 expense. */
export const chartOfAccounts = {
  '1010': { cn: '自有资金银行账户', en: 'Own bank account', normal: 'D', mode: 'DEFERRED', of: 'one' },
  '1020': { cn: '客户资金银行账户', en: 'Client money bank account', normal: 'D', mode: 'DEFERRED', of: 'bank', counts: 'cover' },
  '1030': { cn: '人民币银行账户', en: 'CNY bank account', normal: 'D', mode: 'DEFERRED', of: 'bank', counts: 'cover' },
  '1040': { cn: 'USDT 金库', en: 'USDT treasury', normal: 'D', mode: 'DEFERRED', of: 'one', counts: 'cover' },
  '1110': { cn: '发卡行备付金', en: 'Prefunding at the issuer', normal: 'D', mode: 'DEFERRED', of: 'issuer', counts: 'cover' },
  '1210': { cn: '收单应收款', en: 'Receivable from acquirers', normal: 'D', mode: 'DEFERRED', of: 'rail', counts: 'cover' },
  '1220': { cn: '未归集 USDT', en: 'USDT on deposit addresses', normal: 'D', mode: 'DEFERRED', of: 'rail', counts: 'cover' },
  '1310': { cn: '客户欠款', en: 'Owed by the customer', normal: 'D', mode: 'ROW', of: 'tenant' },
  '1320': { cn: '争议应收款', en: 'Receivable from disputes', normal: 'D', mode: 'DEFERRED', of: 'issuer', counts: 'cover' },
  '1900': { cn: '外汇头寸', en: 'Currency position', normal: 'D', mode: 'DEFERRED', of: 'one' },
  '2010': { cn: '钱包', en: 'Wallet', normal: 'C', mode: 'ROW', of: 'tenant', counts: 'client' },
  '2020': { cn: '卡余额', en: 'Card', normal: 'C', mode: 'ROW', of: 'card', counts: 'client' },
  '2030': { cn: '待确认款项', en: 'Unidentified receipts', normal: 'C', mode: 'DEFERRED', of: 'rail', counts: 'client' },
  '2110': { cn: '应付发卡行清算款', en: 'Owed to the issuer for clearings', normal: 'C', mode: 'DEFERRED', of: 'issuer', counts: 'client' },
  '2120': { cn: '应付发卡行费用', en: 'Fees owed to the issuer', normal: 'C', mode: 'DEFERRED', of: 'issuer' },
  '2210': { cn: '套餐预收款', en: 'Plan paid in advance', normal: 'C', mode: 'ROW', of: 'tenant' },
  '2220': { cn: '子账户预收款', en: 'Seats paid in advance', normal: 'C', mode: 'ROW', of: 'tenant' },
  '2310': { cn: '待结算佣金', en: 'Commission not yet mature', normal: 'C', mode: 'ROW', of: 'tenant', counts: 'client' },
  '2320': { cn: '可提现佣金', en: 'Commission available', normal: 'C', mode: 'ROW', of: 'tenant', counts: 'client' },
  '2330': { cn: '佣金打款中', en: 'Commission being paid out', normal: 'C', mode: 'ROW', of: 'tenant', counts: 'client' },
  '2410': { cn: '销户应付款', en: 'Payable after closing', normal: 'C', mode: 'ROW', of: 'tenant', counts: 'client' },
  '2420': { cn: '冻结资金', en: 'Frozen funds', normal: 'C', mode: 'ROW', of: 'tenant', counts: 'client' },
  '4010': { cn: '开卡费收入', en: 'Open fees', normal: 'C', mode: 'DEFERRED', of: 'one' },
  '4015': { cn: '优惠券抵扣', en: 'Coupon discounts', normal: 'D', mode: 'DEFERRED', of: 'one' },
  '4020': { cn: '充值手续费收入', en: 'Service fees', normal: 'C', mode: 'DEFERRED', of: 'one' },
  '4030': { cn: '入金手续费收入', en: 'Top-up fees', normal: 'C', mode: 'DEFERRED', of: 'rail' },
  '4040': { cn: '套餐收入', en: 'Plan income', normal: 'C', mode: 'DEFERRED', of: 'one' },
  '4050': { cn: '子账户收入', en: 'Seat income', normal: 'C', mode: 'DEFERRED', of: 'one' },
  '4060': { cn: '汇差收入', en: 'Currency spread', normal: 'C', mode: 'DEFERRED', of: 'one' },
  '4070': { cn: '跨境手续费收入', en: 'Cross-border fees', normal: 'C', mode: 'DEFERRED', of: 'one' },
  '4080': { cn: '拒付手续费收入', en: 'Decline fees', normal: 'C', mode: 'DEFERRED', of: 'one' },
  '4090': { cn: '卡月费收入', en: 'Monthly card fees', normal: 'C', mode: 'DEFERRED', of: 'one' },
  '4100': { cn: '卡提现手续费收入', en: 'Withdrawal fees', normal: 'C', mode: 'DEFERRED', of: 'one' },
  '4110': { cn: '争议手续费收入', en: 'Dispute fees', normal: 'C', mode: 'DEFERRED', of: 'one' },
  '4120': { cn: '佣金提现手续费收入', en: 'Payout fees', normal: 'C', mode: 'DEFERRED', of: 'one' },
  '4900': { cn: '没收款收入', en: 'Forfeited money', normal: 'C', mode: 'DEFERRED', of: 'one' },
  '5010': { cn: '通道成本', en: 'Cost of rails', normal: 'D', mode: 'DEFERRED', of: 'one' },
  '5020': { cn: '发卡成本', en: 'Cost of issuing', normal: 'D', mode: 'DEFERRED', of: 'one' },
  '5030': { cn: '佣金支出', en: 'Commission', normal: 'D', mode: 'DEFERRED', of: 'one' },
  '5050': { cn: '坏账', en: 'Bad debt', normal: 'D', mode: 'DEFERRED', of: 'one' },
  '5060': { cn: '汇兑损益', en: 'Currency gain and loss', normal: 'D', mode: 'DEFERRED', of: 'one' },
  '5070': { cn: '补偿支出', en: 'Goodwill', normal: 'D', mode: 'DEFERRED', of: 'one' },
} as const satisfies Record<string, AccountRule>

export type AccountCode = keyof typeof chartOfAccounts
export const ruleOf = (code: AccountCode): AccountRule => chartOfAccounts[code]

/** Lines of the wallet statement. */
export const flowTypes = {
  TOPUP_ONLINE: { cn: '在线充值', en: 'Online top-up' },
  TOPUP_UNIONPAY: { cn: '银联充值', en: 'UnionPay top-up' },
  TOPUP_USDT: { cn: 'USDT 充值', en: 'USDT top-up' },
  TOPUP_WIRE: { cn: '银行转账充值', en: 'Wire top-up' },
  CARD_OPEN: { cn: '开卡', en: 'Open card' },
  CARD_LOAD: { cn: '卡充值', en: 'Add balance to card' },
  CARD_UNLOAD: { cn: '卡提现', en: 'Withdraw from card' },
  CARD_CLOSE_RETURN: { cn: '销卡退回', en: 'Returned from deleted card' },
  CARD_REFUND_RETURN: { cn: '销卡后退款', en: 'Refund after card deletion' },
  CARD_NEGATIVE_COVER: { cn: '补足卡负余额', en: 'Cover of a negative card' },
  PLAN_BUY: { cn: '购买套餐', en: 'Plan purchase' },
  PLAN_UPGRADE: { cn: '升级套餐', en: 'Plan upgrade' },
  PLAN_REFUND: { cn: '套餐退款', en: 'Plan refund' },
  SEAT_OPEN: { cn: '新增子账户', en: 'Sub-account opened' },
  SEAT_RENEW: { cn: '子账户续期', en: 'Sub-account renewed' },
  REBATE_IN: { cn: '佣金转入', en: 'Commission received' },
  DISPUTE_FEE: { cn: '争议手续费', en: 'Dispute fee' },
  CARD_TXN_FEE: { cn: '卡交易手续费', en: 'Card transaction fee' },
  ADJUST_IN: { cn: '调账转入', en: 'Adjustment in' },
  ADJUST_OUT: { cn: '调账转出', en: 'Adjustment out' },
  TOPUP_REVERSED: { cn: '充值退回', en: 'Top-up reversed' },
  CLOSE_ACCOUNT: { cn: '账户注销', en: 'Account closed' },
  FREEZE_FUNDS: { cn: '资金冻结', en: 'Funds frozen' },
  UNFREEZE_FUNDS: { cn: '资金解冻', en: 'Funds released' },
} as const satisfies Record<string, Words>
export type FlowType = keyof typeof flowTypes

/** Lines of a card's bill. */
export const billTypes = {
  LOAD: { cn: '充值', en: 'Load' },
  UNLOAD: { cn: '提现', en: 'Withdrawal' },
  PURCHASE: { cn: '消费', en: 'Purchase' },
  REFUND: { cn: '退款', en: 'Refund' },
  FEE: { cn: '手续费', en: 'Fee' },
  REVERSAL: { cn: '撤销', en: 'Reversal' },
  CHARGEBACK: { cn: '拒付退回', en: 'Chargeback' },
  CLOSE: { cn: '销卡', en: 'Deletion' },
} as const satisfies Record<string, Words>
export type BillType = keyof typeof billTypes

type KindRule = {
  /** Its line in the wallet statement and in the card's bill; a kind without one never touches them. */
  readonly flow?: FlowType
  readonly bill?: BillType
  /** It happened outside and must be booked: it may take a card (never a wallet) below zero. */
  readonly forced?: true
}

/** Every kind of transfer. The kind decides what may be forced, never the caller. */
export const transferKinds = {
  // Money in and out.
  TOPUP_ONLINE: { flow: 'TOPUP_ONLINE' },
  TOPUP_UNIONPAY: { flow: 'TOPUP_UNIONPAY' },
  TOPUP_USDT: { flow: 'TOPUP_USDT' },
  TOPUP_WIRE: { flow: 'TOPUP_WIRE' },
  TOPUP_REVERSED: { flow: 'TOPUP_REVERSED' },
  SUSPENSE_RECEIVED: {},
  SUSPENSE_MATCHED: { flow: 'TOPUP_WIRE' },
  SUSPENSE_RETURNED: {},
  ACQUIRER_SETTLED: {},
  TREASURY_SOLD: {},
  USDT_SWEPT: {},
  PROGRAM_FUNDED: {},
  ISSUER_SETTLED: {},
  FX_REVALUED: {},

  // Cards.
  CARD_OPEN: { flow: 'CARD_OPEN', bill: 'LOAD' },
  CARD_COST: {},
  CARD_LOAD: { flow: 'CARD_LOAD', bill: 'LOAD' },
  CARD_UNLOAD: { flow: 'CARD_UNLOAD', bill: 'UNLOAD' },
  CARD_CLOSE_RETURN: { flow: 'CARD_CLOSE_RETURN', bill: 'CLOSE' },
  CARD_NEGATIVE_COVER: { flow: 'CARD_NEGATIVE_COVER', bill: 'LOAD' },
  CARD_MONTH_FEE: { flow: 'CARD_TXN_FEE', bill: 'FEE', forced: true },

  // The network.
  CLEARING: { bill: 'PURCHASE' },
  /** A clearing above what was authorized: tip, fuel, drift of a rate. */
  CLEARING_OVER: { bill: 'PURCHASE', forced: true },
  /** A clearing that no live authorization stands behind. */
  FORCED_POST: { bill: 'PURCHASE', forced: true },
  CLEARING_REVERSED: { flow: 'CARD_REFUND_RETURN', bill: 'REVERSAL' },
  CROSS_BORDER_FEE: { bill: 'FEE', forced: true },
  CARD_REFUND: { bill: 'REFUND' },
  CARD_REFUND_RETURN: { flow: 'CARD_REFUND_RETURN' },
  REFUND_REVERSED: { bill: 'REVERSAL', forced: true },
  DECLINE_FEE: { flow: 'CARD_TXN_FEE', bill: 'FEE', forced: true },
  DISPUTE_CREDIT: { bill: 'CHARGEBACK' },
  DISPUTE_WON: { flow: 'CARD_REFUND_RETURN', bill: 'CHARGEBACK' },
  DISPUTE_LOST: { bill: 'CHARGEBACK', forced: true },
  DISPUTE_FEE: { flow: 'DISPUTE_FEE' },

  // Plans, seats, commission.
  PLAN_BUY: { flow: 'PLAN_BUY' },
  PLAN_UPGRADE: { flow: 'PLAN_UPGRADE' },
  PLAN_RECOGNISED: {},
  PLAN_REFUND: { flow: 'PLAN_REFUND' },
  SEAT_OPEN: { flow: 'SEAT_OPEN' },
  SEAT_RENEW: { flow: 'SEAT_RENEW' },
  SEAT_RECOGNISED: {},
  REBATE_ACCRUED: {},
  REBATE_MATURED: {},
  REBATE_CLAWED_BACK: {},
  REBATE_IN: { flow: 'REBATE_IN' },
  PAYOUT_REQUESTED: {},
  PAYOUT_PAID: {},
  PAYOUT_RETURNED: {},

  // Staff and the end of an account.
  ADJUST_IN: { flow: 'ADJUST_IN' },
  ADJUST_OUT: { flow: 'ADJUST_OUT' },
  CLOSE_ACCOUNT: { flow: 'CLOSE_ACCOUNT' },
  CLOSURE_PAID: {},
  FREEZE_FUNDS: { flow: 'FREEZE_FUNDS', bill: 'UNLOAD' },
  UNFREEZE_FUNDS: { flow: 'UNFREEZE_FUNDS', bill: 'LOAD' },
  FUNDS_FORFEITED: {},
  WRITTEN_OFF: {},
} as const satisfies Record<string, KindRule>

/**
 * Whoever posts a kind that has a `flow` writes what the statement shows of it into the transfer's `meta`, as `FlowMeta` of
 * contract/funding.ts (number of the order, card serial, last four, fee, parts, sub-account). A hold on a wallet carries the same
 * in its `meta`, with the `kind` that will post it: it is a line in flight.
 */
export type TransferKind = keyof typeof transferKinds
export const kindRule = (kind: TransferKind): KindRule => transferKinds[kind]

/** The kinds behind some lines of a statement: what to filter entries by. */
export const kindsOf = (show: 'flow' | 'bill', types: readonly string[]): TransferKind[] =>
  (Object.keys(transferKinds) as TransferKind[]).filter((kind) => types.includes(kindRule(kind)[show] ?? ''))

export const holdStates = {
  OPEN: { cn: '处理中', en: 'Processing' },
  PARTIAL: { cn: '部分完成', en: 'Partly posted' },
  POSTED: { cn: '已完成', en: 'Posted' },
  VOIDED: { cn: '已释放', en: 'Released' },
  EXPIRED: { cn: '已过期释放', en: 'Expired' },
} as const satisfies Record<string, Words>
export type HoldState = keyof typeof holdStates
