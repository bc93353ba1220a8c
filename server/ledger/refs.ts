import { ruleOf, type AccountCode, type LedgerCurrency, type Side } from '#contract/ledger/ledger.ts'
import type { Cents } from '#contract/core/money.ts'
import { cellOf } from '../core/database/cells.ts'

/** Names a ledger account: a code of the chart and its owner within a tenant. */
export type Ref = {
  readonly code: AccountCode
  /** The tenant, or `platform`. */
  readonly accountId: string
  /** The tenant again, a card, a rail, an issuer, or '' if there is only one. */
  readonly owner: string
  readonly currency: LedgerCurrency
}

/** The owner of everything that no customer owns. */
export const PLATFORM = 'platform'

/** The account holder's only wallet. In USD cents; never below zero. */
export const wallet = (accountId: string): Ref => ({ code: '2010', accountId, owner: accountId, currency: 'USD' })

/** The money of one card. In USD cents; only forced kinds take it below zero. */
export const cardAccount = (accountId: string, cardId: string): Ref => ({
  code: '2020',
  accountId,
  owner: cardId,
  currency: 'USD',
})

type TenantCode = '1310' | '2210' | '2220' | '2310' | '2320' | '2330' | '2410' | '2420'

/** Another account of the tenant in USD: receivable 1310, frozen funds 2420 … Opened on first use. */
export const tenant = (code: TenantCode, accountId: string): Ref => ({
  code,
  accountId,
  owner: accountId,
  currency: 'USD',
})

type PlatformCode = Exclude<AccountCode, TenantCode | '2010' | '2020'>

/**
 * A platform account; `owner` is the rail, issuer or bank where the chart says so. Opened on first use, never locked. It has a row in each cell: a transfer uses
 * that of its own cell, and the rows together are the account.
 */
export const platform = (code: PlatformCode, owner = '', currency: LedgerCurrency = 'USD'): Ref => ({
  code,
  accountId: PLATFORM,
  owner,
  currency,
})

/** One line of a transfer. Zero lines are dropped when posted, so a zero coupon needs no `if`. */
export type Line = { readonly side: Side; readonly to: Ref; readonly amount: Cents }
export const debit = (to: Ref, amount: Cents): Line => ({ side: 'D', to, amount })
export const credit = (to: Ref, amount: Cents): Line => ({ side: 'C', to, amount })

/** A text key per account, for use in a map. */
export const refKey = ({ code, accountId, owner, currency }: Ref): string => `${accountId} ${code} ${owner} ${currency}`

/** A row of an account: which of the platform's rows is decided by the cell. */
export type Place = Ref & { readonly cell: number }
export const placeKey = (cell: number, ref: Ref): string => `${cell} ${refKey(ref)}`
/** The row of a tenant's account. */
export const atHome = (ref: Ref): Place => ({ ...ref, cell: cellOf(ref.accountId) })
/** The rows that a transfer of this account uses. */
export const placesIn = (accountId: string, refs: readonly Ref[]): Place[] => {
  const cell = cellOf(accountId)
  return refs.map((ref) => ({ ...ref, cell }))
}

/** The line's effect on a balance kept in the normal direction of its account. */
export const signed = (line: Line): Cents => (line.side === ruleOf(line.to.code).normal ? line.amount : -line.amount)

/** A ROW account is locked and has a running balance; others only receive entries. */
export const isRow = (ref: Ref): boolean => ruleOf(ref.code).mode === 'ROW'
