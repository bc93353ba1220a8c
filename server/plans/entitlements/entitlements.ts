import type { LimitKey } from '#contract/accounts/desk.ts'
import type { Words } from '#contract/core/fields.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Database, Tx } from '#server/core/db.ts'
import { planOf } from '../queries.ts'
import { limitsInForce } from './queries.ts'

/** An account's limits and prices under its plan. Amounts in cents, rates in basis points. */
export type Entitlements = {
  groupId: string
  code: string
  name: Words
  level: number
  /** undefined: it does not end. */
  expiresAt: Date | undefined
  /** undefined: the segment's list price. */
  openFeeCents: Cents | undefined
  loadFeeBps: number
  maxCards: number
  batchMax: number
  freeSeats: number
  maxSeats: number
  seatPriceCents: Cents
  perLoadMaxCents: Cents
  /** This account's own limit, which overrides its plan's and the segment's. */
  ownPerLoadCents: Cents | undefined
  rebateBonusBps: number
  /** Increases when the plan's own figures change: a quote stores it. */
  version: number
}

export async function entitlementsOf(on: Tx | Database, accountId: string): Promise<Entitlements> {
  const plan = await planOf(on, accountId)
  return {
    groupId: plan.group_id,
    code: plan.code,
    name: { cn: plan.name_cn, en: plan.name_en },
    level: plan.level,
    expiresAt: plan.expires_at ?? undefined,
    openFeeCents: plan.open_fee_cents ?? undefined,
    loadFeeBps: plan.load_fee_bps,
    maxCards: plan.max_cards,
    batchMax: plan.batch_max,
    freeSeats: plan.free_seats,
    maxSeats: plan.max_seats,
    seatPriceCents: plan.seat_price_cents,
    perLoadMaxCents: plan.per_load_max_cents,
    ownPerLoadCents: plan.own_per_load_cents ?? undefined,
    rebateBonusBps: plan.rebate_bonus_bps,
    version: plan.version,
  }
}

/** Returns the limits that two of the staff have approved for this account instead of the general ones. Most accounts have none. */
export async function ownLimitsOf(on: Tx | Database, accountId: string): Promise<Partial<Record<LimitKey, Cents>>> {
  const rows = await limitsInForce(on, accountId)
  return Object.fromEntries(
    rows.flatMap(({ key, amount_cents }) => (amount_cents === null ? [] : [[key, amount_cents]])),
  )
}
