/**
 * What the independent model of an account remembers. Written from docs/money and docs/reference; it imports nothing of the
 * product, so that a mistake is not made twice. Amounts in cents of USD.
 */

export type ModelAuth = {
  ref: string
  cardId: string
  currency: string
  status: 'PENDING' | 'PARTIAL' | 'COMPLETE' | 'REVERSED' | 'EXPIRED' | 'DECLINED'
  reason: string | null
  amount: number
  /** Held with the amount, and taken by clearings so far. */
  fee: number
  feeTaken: number
  held: number
  cleared: number
  atMs: number
  expiresMs: number
}

export type ModelTrade = {
  ref: string
  cardId: string
  auth: ModelAuth | undefined
  type: 'PURCHASE' | 'FORCED' | 'REFUND' | 'REVERSAL'
  status: 'POSTED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'REVERSED' | 'UNDER_REVIEW'
  /** As the list shows it: a purchase is negative. */
  amount: number
  fee: number
  refunded: number
  /** Of a refund: the purchase, and how much of it no purchase explains. */
  purchase?: ModelTrade | undefined
  excess: number
  /** Of a refund under review: what is held of it. */
  reviewHeld: number
}

export type ModelCard = {
  cardId: string
  /** Undefined: the parent's own. */
  sub: string | undefined
  status: 'ACTIVE' | 'FROZEN' | 'CLOSING' | 'CLOSED'
  balance: number
  held: number
  loaded: number
  spent: number
  withdrawals: number[]
  bill: { type: string; amount: number; after: number }[]
}

/** One line of the wallet's statement. */
export type ModelFlow = { type: string; amount: number; after: number; atMs: number; sub: string | undefined }
/** Spend, at the moment of its posting. */
export type ModelSpend = { atMs: number; amount: number; sub: string | undefined }
export type ModelTopUp = { orderNo: string; credit: number; reversed: boolean; atMs: number }
/** An attempt that weighs in the decline rate. */
export type ModelAttempt = { atMs: number; declined: boolean; counted: boolean; sub: string | undefined }

export const DAY_MS = 86_400_000
/** Days and months are those of Shanghai. */
export const dayOf = (ms: number): number => Math.floor((ms + 8 * 3_600_000) / DAY_MS)
export const monthOf = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 7)

/** A part of an amount in basis points, half a cent up. */
export const bpsOf = (cents: number, bps: number): number => Number((BigInt(cents) * BigInt(bps) + 5000n) / 10_000n)

/** 1.5 %, at least 0.30, on what is converted; nothing in the card's currency. */
export const conversionFee = (cents: number, currency: string): number =>
  currency === 'USD' || cents === 0 ? 0 : Math.max(30, bpsOf(cents, 150))
