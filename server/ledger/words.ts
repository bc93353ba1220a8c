import type { HoldState, LedgerCurrency, Side, TransferKind } from '#contract/ledger/ledger.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Line, Ref } from './refs.ts'

/** The purpose of a transfer or a hold. With the tenant, the kind and the leg, it is the key that makes it happen once. */
export type Biz = { readonly type: string; readonly id: string }

/** A balanced set of at least two lines, posted atomically. */
export type Transfer = {
  readonly kind: TransferKind
  /** Its tenant, or {@link PLATFORM}. All its ROW accounts belong to this tenant. */
  readonly accountId: string
  readonly biz: Biz
  /** Distinguishes several transfers of one kind for one business object; '' otherwise. */
  readonly leg?: string
  readonly lines: readonly Line[]
  /** Holds that it consumes in the same step: `amount` of the hold becomes this transfer, the rest is released or kept. */
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

export type Resolve = { readonly hold: string | KeptHold; readonly amount: Cents; readonly rest: 'void' | 'keep' }

/**
 * A hold that its owner keeps in a row of its own, as an authorization does: the ledger has no row for it, only the account's `held` includes it. The owner
 * reads its row under the lock of the account and writes what remains in the same transaction; the proof compares both (`heldElsewhere`).
 */
export type KeptHold = {
  /** Of the owner's row; the transfer names it. */
  readonly id: string
  /** The account that it is on. */
  readonly on: Ref
  /** What is still held, in minor units of the account. */
  readonly remaining: Cents
}

/** A posted transfer. `replayed`: it had already been posted under the same key, and nothing moved now. */
export type Posted = { readonly transferId: string; readonly postedAt: Date; readonly replayed: boolean }

/** A hold to place. `available` falls, no entry is written. */
export type HoldInput = {
  readonly on: Ref
  readonly amount: Cents
  readonly biz: Biz
  readonly expiresAt?: Date
  /** For a hold on a wallet: the kind that will post it and its statement details (`FlowMeta` in contract/funding/funding.ts). */
  readonly meta?: Readonly<Record<string, unknown>>
}

export type Hold = {
  readonly holdId: string
  readonly accountId: string
  readonly laId: number
  /** The total ever held: posted + released + remaining. */
  readonly amount: Cents
  readonly posted: Cents
  readonly remaining: Cents
  readonly state: HoldState
  readonly biz: Biz
  readonly meta: Readonly<Record<string, unknown>>
  readonly expiresAt: Date | undefined
  readonly createdAt: Date
}

/** The current state of a ROW account. Amounts in minor units, in the normal direction of the account. */
export type Balance = {
  readonly ref: Ref
  /** The row's short key, which other tables may store to lock it quickly. */
  readonly laId: number
  readonly posted: Cents
  readonly held: Cents
  /** posted − held. */
  readonly available: Cents
  /** The number of its entries. */
  readonly version: number
}

/** One entry of a ROW account with everything a statement shows. */
export type StatementRow = {
  readonly transferId: string
  readonly version: number
  readonly kind: TransferKind
  readonly side: Side
  readonly amount: Cents
  /** Positive if it raised the balance. */
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

/** Newest first. `before` is the version of the previous page's last row; `skip` serves numbered pages. */
export type StatementPage = { readonly before?: number; readonly skip?: number; readonly limit: number }

export type StatementSums = {
  readonly count: number
  readonly in: Cents
  readonly out: Cents
  readonly open: Cents
  readonly close: Cents
}

/** Less is available than requested. Nothing has happened; the caller turns it into its own refusal. */
export class NotEnough extends Error {
  readonly account: Ref
  /** The balance available before, in minor units of the account. */
  readonly available: Cents
  /** What was missing. */
  readonly short: Cents
  /** The index of the transfer or hold that could not be paid. */
  readonly index: number
  constructor(account: Ref, available: Cents, short: Cents, index: number) {
    super(`${account.code} ${account.owner} is ${short} short`)
    this.account = account
    this.available = available
    this.short = short
    this.index = index
  }
}

/** A fault in our own code: unbalanced lines, an unopened wallet, a hold used twice. */
export class LedgerFault extends Error {}

/** Another transaction posted the same key to other accounts at the same moment. `transaction` retries and finds it done. */
export class Overtaken extends Error {
  readonly code = '40001'
}
