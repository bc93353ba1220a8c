import type { HoldState, LedgerCurrency, Side, TransferKind } from '#contract/ledger/ledger.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Line, Ref } from './refs.ts'

/** What a transfer or a hold is for. With the tenant, the kind and the leg it is the key under which it happens once. */
export type Biz = { readonly type: string; readonly id: string }

/** A balanced set of at least two lines, posted whole or not at all. */
export type Transfer = {
  readonly kind: TransferKind
  /** The tenant it belongs to, or {@link PLATFORM}. All its ROW accounts are this tenant's. */
  readonly accountId: string
  readonly biz: Biz
  /** Tells several transfers of one kind for one business object apart; '' otherwise. */
  readonly leg?: string
  readonly lines: readonly Line[]
  /** Holds that it uses up, in the same step: `amount` of the hold becomes this transfer, the rest is let go or kept. */
  readonly resolves?: readonly Resolve[]
  /** When it happened outside, if not now. */
  readonly effectiveAt?: Date
  /** The login or staff member behind it. */
  readonly actor?: string
  readonly memo?: string
  /** Facts for statements: `{cardId, merchantName …}`. */
  readonly meta?: Readonly<Record<string, unknown>>
  readonly reverses?: string
}

export type Resolve = { readonly hold: string; readonly amount: Cents; readonly rest: 'void' | 'keep' }

/** A posted transfer. `replayed`: it had been posted before under the same key, and nothing has moved now. */
export type Posted = { readonly transferId: string; readonly postedAt: Date; readonly replayed: boolean }

/** Set money aside. `available` falls, no entry is written. */
export type HoldWish = {
  readonly on: Ref
  readonly amount: Cents
  readonly biz: Biz
  readonly expiresAt?: Date
  /** Of a hold on a wallet: the kind that will post it and what the statement shows of it (`FlowMeta` in contract/funding/funding.ts). */
  readonly meta?: Readonly<Record<string, unknown>>
}

export type Hold = {
  readonly holdId: string
  readonly accountId: string
  readonly laId: number
  /** Everything that was ever set aside: posted + released + remaining. */
  readonly amount: Cents
  readonly posted: Cents
  readonly remaining: Cents
  readonly state: HoldState
  readonly biz: Biz
  readonly meta: Readonly<Record<string, unknown>>
  readonly expiresAt: Date | undefined
  readonly createdAt: Date
}

/** A ROW account as it stands. Amounts in minor units, in the normal direction of the account. */
export type Balance = {
  readonly ref: Ref
  /** The small key of the row: what other tables may keep to lock it fast. */
  readonly laId: number
  readonly posted: Cents
  readonly held: Cents
  /** posted − held. */
  readonly available: Cents
  /** How many entries it has. */
  readonly version: number
}

/** One entry of a ROW account with everything that a statement shows. */
export type StatementRow = {
  readonly transferId: string
  readonly version: number
  readonly kind: TransferKind
  readonly side: Side
  readonly amount: Cents
  /** Positive where it raised the balance. */
  readonly change: Cents
  readonly balanceAfter: Cents
  readonly postedAt: Date
  readonly effectiveAt: Date
  readonly biz: Biz
  readonly actor: string | undefined
  readonly memo: string | undefined
  readonly meta: Readonly<Record<string, unknown>>
  /** The other lines of the transfer: the parts of a total, the card, the fees. */
  readonly parts: readonly {
    readonly code: string
    readonly owner: string
    readonly side: Side
    readonly amount: Cents
    readonly currency: LedgerCurrency
  }[]
}

export type StatementFilter = {
  readonly kinds?: readonly TransferKind[]
  readonly direction?: 'IN' | 'OUT'
  /** posted_at, from inclusive, until exclusive. */
  readonly from?: Date
  readonly until?: Date
  readonly bizId?: string
  readonly actor?: string
  /** Only transfers that also touch this account (the lines of one card in the wallet). */
  readonly touching?: Ref
  /** Only transfers whose `meta` contains these facts (`meta @> …`): the lines of one sub-account, of one order. */
  readonly metaHas?: Readonly<Record<string, unknown>>
}

/** Newest first. `before` is the version of the last row of the page before; `skip` serves numbered pages. */
export type StatementPage = { readonly before?: number; readonly skip?: number; readonly limit: number }

export type StatementSums = {
  readonly count: number
  readonly in: Cents
  readonly out: Cents
  readonly open: Cents
  readonly close: Cents
}

/** There is less than was asked for. Nothing has happened; the caller turns it into its own refusal. */
export class NotEnough extends Error {
  readonly account: Ref
  /** What was there before, in minor units of the account. */
  readonly available: Cents
  /** What was missing. */
  readonly short: Cents
  /** Which of the transfers or holds of the call could not be paid. */
  readonly index: number
  constructor(account: Ref, available: Cents, short: Cents, index: number) {
    super(`${account.code} ${account.owner} is ${short} short`)
    this.account = account
    this.available = available
    this.short = short
    this.index = index
  }
}

/** A fault of our own code: unbalanced lines, a wallet that nobody opened, a hold used twice. */
export class LedgerFault extends Error {}

/** Somebody posted the same key over other accounts at the same moment. `transaction` runs the work again and finds it done. */
export class Overtaken extends Error {
  readonly code = '40001'
}
