/**
 * The state of the independent model of an account. Written from docs/money and docs/reference; it imports nothing of the product, so that no mistake is
 * repeated. Amounts in cents of USD.
 */

export type ModelAuth = {
  ref: string
  cardId: string
  /** The owner of the card when the request came. */
  sub: string | undefined
  currency: string
  status: 'PENDING' | 'PARTIAL' | 'COMPLETE' | 'REVERSED' | 'EXPIRED' | 'DECLINED'
  reason: string | null
  amount: number
  /** Held with the amount, and collected by clearings so far. */
  fee: number
  feeTaken: number
  held: number
  cleared: number
  atMs: number
  expiresMs: number
  increments: { ref: string; amount: number }[]
}

export type ModelTrade = {
  ref: string
  cardId: string
  /** The owner of the card when it was posted; of a reversal, that of what it reverses. */
  sub: string | undefined
  auth: ModelAuth | undefined
  type: 'PURCHASE' | 'FORCED' | 'REFUND' | 'REVERSAL'
  status: 'POSTED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'REVERSED' | 'UNDER_REVIEW'
  /** As listed: a purchase is negative. */
  amount: number
  fee: number
  refunded: number
  /** For a refund: the purchase, and the part that no purchase explains. */
  purchase?: ModelTrade | undefined
  excess: number
  /** For a refund under review: the part on hold. */
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
/** Spend, at its posting time. */
export type ModelSpend = { atMs: number; amount: number; sub: string | undefined }
export type ModelTopUp = { orderNo: string; credit: number; reversed: boolean; atMs: number }
/** An attempt that counts towards the decline rate. */
export type ModelAttempt = { atMs: number; declined: boolean; cardId: string }
/** `value` in cents, for LOAD_OFF in basis points. */
export type ModelCoupon = { couponId: string; type: 'OPEN_OFF' | 'OPEN_FREE' | 'LOAD_OFF' | 'PLAN_OFF'; value: number }

export const DAY_MS = 86_400_000
/** Days and months are in Asia/Shanghai. */
export const dayOf = (ms: number): number => Math.floor((ms + 8 * 3_600_000) / DAY_MS)
export const monthOf = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 7)

/** A share of an amount in basis points, rounded half-up to the cent. */
export const bpsOf = (cents: number, bps: number): number => Number((BigInt(cents) * BigInt(bps) + 5000n) / 10_000n)

/** 1.5 % of the converted amount, at least 0.30; none in the card's currency. */
export const conversionFee = (cents: number, currency: string): number =>
  currency === 'USD' || cents === 0 ? 0 : Math.max(30, bpsOf(cents, 150))
