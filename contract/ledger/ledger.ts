/**
 * The chart of accounts, the kinds of transfers and the texts of statements. Tables only: the ledger has no calls of its own. Amounts are whole minor units:
 * cents for USD and CNY, millionths for USDT.
 */
import { currencies, type Currency } from '../core/money.ts'
import type { Words } from '../core/fields.ts'

export type Side = 'D' | 'C'
export type LedgerCurrency = Currency | 'USDT'

/** Returns the decimal places of the minor unit in which the ledger keeps a currency. */
export const scaleOf = (currency: LedgerCurrency): number => (currency === 'USDT' ? 6 : currencies[currency].digits)

type AccountRule = Words & {
  /** The side that increases it. */
  readonly normal: Side
  /** ROW: owned by a tenant, has a running balance, is locked and never crosses its floor. DEFERRED: the platform's own; its entries are summed on request. */
  readonly mode: 'ROW' | 'DEFERRED'
  /** What distinguishes several accounts with one code: the tenant, one of its cards, a rail, an issuer or a bank; `one` if there is only one. */
  readonly of: 'tenant' | 'card' | 'rail' | 'issuer' | 'bank' | 'one'
  /** Money of customers (client), the assets that cover it (cover), amounts that a customer sees as a fee (fee). */
  readonly counts?: 'client' | 'cover' | 'fee'
}

/** Codes follow the usual numbering: 1 assets, 2 liabilities, 4 income, 5 expense. */
// oxfmt-ignore
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
  '2030': { cn: '待确认款项', en: 'Unmatched payments', normal: 'C', mode: 'DEFERRED', of: 'rail', counts: 'client' },
  '2110': { cn: '应付发卡行清算款', en: 'Owed to the issuer for clearings', normal: 'C', mode: 'DEFERRED', of: 'issuer', counts: 'client' },
  '2120': { cn: '应付发卡行费用', en: 'Fees owed to the issuer', normal: 'C', mode: 'DEFERRED', of: 'issuer' },
  '2210': { cn: '套餐预收款', en: 'Plan paid in advance', normal: 'C', mode: 'ROW', of: 'tenant' },
  '2220': { cn: '子账户预收款', en: 'Seats paid in advance', normal: 'C', mode: 'ROW', of: 'tenant' },
  '2310': { cn: '待结算佣金', en: 'Pending commission', normal: 'C', mode: 'ROW', of: 'tenant', counts: 'client' },
  '2320': { cn: '可提现佣金', en: 'Available commission', normal: 'C', mode: 'ROW', of: 'tenant', counts: 'client' },
  '2330': { cn: '佣金打款中', en: 'Commission payouts in progress', normal: 'C', mode: 'ROW', of: 'tenant', counts: 'client' },
  '2410': { cn: '销户应付款', en: 'Payable after closing', normal: 'C', mode: 'ROW', of: 'tenant', counts: 'client' },
  '2420': { cn: '冻结资金', en: 'Frozen funds', normal: 'C', mode: 'ROW', of: 'tenant', counts: 'client' },
  '4010': { cn: '开卡费收入', en: 'Opening fees', normal: 'C', mode: 'DEFERRED', of: 'one', counts: 'fee' },
  '4015': { cn: '优惠券抵扣', en: 'Coupon discounts', normal: 'D', mode: 'DEFERRED', of: 'one', counts: 'fee' },
  '4020': { cn: '充值手续费收入', en: 'Load fees', normal: 'C', mode: 'DEFERRED', of: 'one', counts: 'fee' },
  '4030': { cn: '入金手续费收入', en: 'Top-up fees', normal: 'C', mode: 'DEFERRED', of: 'rail', counts: 'fee' },
  '4040': { cn: '套餐收入', en: 'Plan income', normal: 'C', mode: 'DEFERRED', of: 'one' },
  '4050': { cn: '子账户收入', en: 'Seat income', normal: 'C', mode: 'DEFERRED', of: 'one' },
  '4060': { cn: '汇差收入', en: 'Currency spread', normal: 'C', mode: 'DEFERRED', of: 'one' },
  '4070': { cn: '跨境手续费收入', en: 'Cross-border fees', normal: 'C', mode: 'DEFERRED', of: 'one', counts: 'fee' },
  '4080': { cn: '拒付手续费收入', en: 'Decline fees', normal: 'C', mode: 'DEFERRED', of: 'one', counts: 'fee' },
  '4090': { cn: '卡月费收入', en: 'Monthly card fees', normal: 'C', mode: 'DEFERRED', of: 'one', counts: 'fee' },
  '4100': { cn: '卡提现手续费收入', en: 'Withdrawal fees', normal: 'C', mode: 'DEFERRED', of: 'one', counts: 'fee' },
  '4110': { cn: '争议手续费收入', en: 'Dispute fees', normal: 'C', mode: 'DEFERRED', of: 'one', counts: 'fee' },
  '4120': { cn: '佣金提现手续费收入', en: 'Payout fees', normal: 'C', mode: 'DEFERRED', of: 'one', counts: 'fee' },
  '4900': { cn: '没收款收入', en: 'Forfeited money', normal: 'C', mode: 'DEFERRED', of: 'one' },
  '5010': { cn: '通道成本', en: 'Cost of rails', normal: 'D', mode: 'DEFERRED', of: 'one' },
  '5020': { cn: '发卡成本', en: 'Cost of issuing', normal: 'D', mode: 'DEFERRED', of: 'one' },
  '5030': { cn: '佣金支出', en: 'Commission', normal: 'D', mode: 'DEFERRED', of: 'one' },
  '5050': { cn: '坏账', en: 'Bad debt', normal: 'D', mode: 'DEFERRED', of: 'one' },
  '5060': { cn: '汇兑损益', en: 'Currency gains and losses', normal: 'D', mode: 'DEFERRED', of: 'one' },
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
  CARD_NEGATIVE_COVER: { cn: '补足卡负余额', en: 'Negative card balance covered' },
  PLAN_BUY: { cn: '购买套餐', en: 'Plan purchase' },
  PLAN_UPGRADE: { cn: '升级套餐', en: 'Plan upgrade' },
  PLAN_REFUND: { cn: '套餐退款', en: 'Plan refund' },
  SEAT_OPEN: { cn: '新增子账户', en: 'Sub-account opened' },
  SEAT_RENEW: { cn: '子账户续期', en: 'Sub-account renewed' },
  REBATE_IN: { cn: '佣金转入', en: 'Commission received' },
  DISPUTE_FEE: { cn: '争议手续费', en: 'Dispute fee' },
  CARD_TXN_FEE: { cn: '卡交易手续费', en: 'Card transaction fee' },
  ADJUST_IN: { cn: '调账转入', en: 'Adjustment (credit)' },
  ADJUST_OUT: { cn: '调账转出', en: 'Adjustment (debit)' },
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
  CHARGEBACK: { cn: '争议退款', en: 'Chargeback' },
  CLOSE: { cn: '销卡', en: 'Deletion' },
  DEBT: { cn: '抵扣欠款', en: 'Applied to debt' },
  FREEZE_FUNDS: { cn: '资金冻结', en: 'Funds frozen' },
  UNFREEZE_FUNDS: { cn: '资金解冻', en: 'Funds released' },
} as const satisfies Record<string, Words>
export type BillType = keyof typeof billTypes

type KindRule = Words & {
  /** Its line in the wallet statement and in the card's bill; a kind without one never touches them. */
  readonly flow?: FlowType
  readonly bill?: BillType
  /** It happened outside and must be booked, so it may take a card (never a wallet) below zero. */
  readonly forced?: true
}

/** Every kind of transfer. The kind decides whether it may be forced, never the caller. */
// oxfmt-ignore
export const transferKinds = {
  // Money in and out.
  TOPUP_ONLINE: { cn: '在线充值', en: 'Online top-up', flow: 'TOPUP_ONLINE' },
  TOPUP_UNIONPAY: { cn: '银联充值', en: 'UnionPay top-up', flow: 'TOPUP_UNIONPAY' },
  TOPUP_USDT: { cn: 'USDT 充值', en: 'USDT top-up', flow: 'TOPUP_USDT' },
  TOPUP_WIRE: { cn: '银行转账充值', en: 'Wire top-up', flow: 'TOPUP_WIRE' },
  TOPUP_REVERSED: { cn: '充值退回', en: 'Top-up reversed', flow: 'TOPUP_REVERSED' },
  SUSPENSE_RECEIVED: { cn: '收到待确认款项', en: 'Unmatched payment received' },
  SUSPENSE_MATCHED: { cn: '待确认款项入账', en: 'Unmatched payment credited', flow: 'TOPUP_WIRE' },
  SUSPENSE_RETURNED: { cn: '待确认款项退回', en: 'Unmatched payment returned' },
  ACQUIRER_SETTLED: { cn: '收单结算', en: 'Acquirer settlement' },
  TREASURY_SOLD: { cn: '资金兑换', en: 'Currency sold' },
  USDT_SWEPT: { cn: 'USDT 归集', en: 'USDT swept' },
  PROGRAM_FUNDED: { cn: '备付金划拨', en: 'Issuer prefunded' },
  ISSUER_SETTLED: { cn: '发卡行结算', en: 'Issuer settlement' },
  /** What an issuer's invoice has beyond the cost that was recorded when its cards were made. */
  ISSUER_INVOICED: { cn: '发卡行账单', en: 'Issuer invoice' },
  /** Moves fees and other income from customers' money to our own account. */
  EARNINGS_MOVED: { cn: '自有收入划出', en: 'Earnings moved to company account' },
  /** Moves them back, when a later loss leaves customers' money short. */
  EARNINGS_RETURNED: { cn: '自有资金补足客户资金', en: 'Company money returned to customers’ money' },
  FX_REVALUED: { cn: '汇率重估', en: 'Positions revalued' },

  // Cards.
  CARD_OPEN: { cn: '开卡', en: 'Card opened', flow: 'CARD_OPEN', bill: 'LOAD' },
  CARD_COST: { cn: '发卡成本', en: 'Card issuing cost' },
  CARD_LOAD: { cn: '卡充值', en: 'Card loaded', flow: 'CARD_LOAD', bill: 'LOAD' },
  CARD_UNLOAD: { cn: '卡提现', en: 'Withdrawn from card', flow: 'CARD_UNLOAD', bill: 'UNLOAD' },
  CARD_CLOSE_RETURN: { cn: '销卡退回', en: 'Returned from deleted card', flow: 'CARD_CLOSE_RETURN', bill: 'CLOSE' },
  CARD_NEGATIVE_COVER: { cn: '补足卡负余额', en: 'Negative card covered', flow: 'CARD_NEGATIVE_COVER', bill: 'LOAD' },
  /** Free card balance that pays what the account owes: a reversed top-up, or the debt of a deleted card. */
  DEBT_FROM_CARD: { cn: '卡余额抵扣欠款', en: 'Card balance applied to debt', bill: 'DEBT' },
  CARD_MONTH_FEE: { cn: '卡月费', en: 'Monthly card fee', flow: 'CARD_TXN_FEE', bill: 'FEE', forced: true },

  // The network.
  CLEARING: { cn: '消费结算', en: 'Clearing', bill: 'PURCHASE' },
  /** A clearing above the authorized amount: tip, fuel, exchange-rate drift. */
  CLEARING_OVER: { cn: '超授权结算', en: 'Clearing above the authorization', bill: 'PURCHASE', forced: true },
  /** A clearing without a live authorization. */
  FORCED_POST: { cn: '强制扣款', en: 'Forced debit', bill: 'PURCHASE', forced: true },
  CLEARING_REVERSED: { cn: '结算撤销', en: 'Clearing reversed', flow: 'CARD_REFUND_RETURN', bill: 'REVERSAL' },
  CARD_REFUND: { cn: '退款', en: 'Refund', bill: 'REFUND' },
  CARD_REFUND_RETURN: { cn: '销卡后退款', en: 'Refund after card deletion', flow: 'CARD_REFUND_RETURN' },
  REFUND_REVERSED: { cn: '退款撤回', en: 'Refund reversed', flow: 'CARD_REFUND_RETURN', bill: 'REVERSAL', forced: true },
  DECLINE_FEE: { cn: '拒付手续费', en: 'Decline fee', flow: 'CARD_TXN_FEE', bill: 'FEE', forced: true },
  /** At the end of a month whose decline rate is low: what its decline fees took from a card or the wallet. */
  DECLINE_FEE_RETURNED: { cn: '拒付手续费退回', en: 'Decline fees returned', flow: 'CARD_TXN_FEE', bill: 'FEE' },
  DISPUTE_CREDIT: { cn: '争议临时退款', en: 'Provisional credit', flow: 'CARD_REFUND_RETURN', bill: 'CHARGEBACK' },
  DISPUTE_WON: { cn: '争议胜诉', en: 'Dispute won', flow: 'CARD_REFUND_RETURN', bill: 'CHARGEBACK' },
  DISPUTE_LOST: { cn: '争议败诉', en: 'Dispute lost', bill: 'CHARGEBACK', forced: true },
  DISPUTE_FEE: { cn: '争议手续费', en: 'Dispute fee', flow: 'DISPUTE_FEE' },

  // Plans, seats, commission.
  PLAN_BUY: { cn: '购买套餐', en: 'Plan bought', flow: 'PLAN_BUY' },
  PLAN_UPGRADE: { cn: '升级套餐', en: 'Plan upgraded', flow: 'PLAN_UPGRADE' },
  PLAN_RECOGNISED: { cn: '套餐收入确认', en: 'Plan income recognised' },
  PLAN_REFUND: { cn: '套餐退款', en: 'Plan refunded', flow: 'PLAN_REFUND' },
  SEAT_OPEN: { cn: '新增子账户', en: 'Seat opened', flow: 'SEAT_OPEN' },
  SEAT_RENEW: { cn: '子账户续期', en: 'Seat renewed', flow: 'SEAT_RENEW' },
  SEAT_RECOGNISED: { cn: '子账户收入确认', en: 'Seat income recognised' },
  REBATE_ACCRUED: { cn: '佣金计提', en: 'Commission accrued' },
  REBATE_MATURED: { cn: '佣金到期', en: 'Commission matured' },
  REBATE_CLAWED_BACK: { cn: '佣金扣回', en: 'Commission reversed' },
  REBATE_IN: { cn: '佣金转入钱包', en: 'Commission to wallet', flow: 'REBATE_IN' },
  PAYOUT_REQUESTED: { cn: '申请提现', en: 'Payout requested' },
  PAYOUT_PAID: { cn: '提现已打款', en: 'Payout paid' },
  PAYOUT_RETURNED: { cn: '提现退回', en: 'Payout returned' },

  // Staff and the end of an account.
  ADJUST_IN: { cn: '调账转入', en: 'Adjustment (credit)', flow: 'ADJUST_IN' },
  ADJUST_OUT: { cn: '调账转出', en: 'Adjustment (debit)', flow: 'ADJUST_OUT' },
  CLOSE_ACCOUNT: { cn: '账户注销', en: 'Account closed', flow: 'CLOSE_ACCOUNT' },
  CLOSURE_PAID: { cn: '注销款已付', en: 'Closing balance paid' },
  CLOSURE_RECLAIMED: { cn: '待退款抵扣欠款', en: 'Closing balance applied to debt', flow: 'CLOSE_ACCOUNT' },
  CLOSURE_RETURNED: { cn: '注销款退回', en: 'Closing balance returned' },
  FREEZE_FUNDS: { cn: '资金冻结', en: 'Funds frozen', flow: 'FREEZE_FUNDS', bill: 'FREEZE_FUNDS' },
  UNFREEZE_FUNDS: { cn: '资金解冻', en: 'Funds released', flow: 'UNFREEZE_FUNDS', bill: 'UNFREEZE_FUNDS' },
  FUNDS_FORFEITED: { cn: '资金没收', en: 'Funds forfeited' },
  WRITTEN_OFF: { cn: '坏账核销', en: 'Written off' },
} as const satisfies Record<string, KindRule>

/**
 * The operation that posts a kind with a `flow` writes what the statement shows into the transfer's `meta`, as `FlowMeta` of contract/funding/funding.ts (order
 * number, card serial, last four, fee, parts, sub-account). A hold on a wallet has the same in its `meta`, with the `kind` that will post it: it is a line in
 * flight.
 */
export type TransferKind = keyof typeof transferKinds
export const kindRule = (kind: TransferKind): KindRule => transferKinds[kind]

/** Returns the kinds behind some lines of a statement, to filter entries by. */
export const kindsOf = (show: 'flow' | 'bill', types: readonly string[]): TransferKind[] =>
  (Object.keys(transferKinds) as TransferKind[]).filter((kind) => types.includes(kindRule(kind)[show] ?? ''))

const holdStates = {
  OPEN: { cn: '处理中', en: 'Processing' },
  PARTIAL: { cn: '部分完成', en: 'Partially posted' },
  POSTED: { cn: '已完成', en: 'Posted' },
  VOIDED: { cn: '已释放', en: 'Released' },
} as const satisfies Record<string, Words>
export type HoldState = keyof typeof holdStates
