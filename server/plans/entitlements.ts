import type { Words } from '#contract/core/fields.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Database, Tx } from '../core/db.ts'
import { planOf } from './queries.ts'

/** What an account may have and what it pays, by its plan. Amounts in cents, rates in basis points. */
export type Entitlements = {
  groupId: string
  code: string
  name: Words
  level: number
  /** undefined: it does not end. */
  expiresAt: Date | undefined
  /** undefined: the list price of the range. */
  openFeeCents: Cents | undefined
  loadFeeBps: number
  maxCards: number
  batchMax: number
  freeSeats: number
  maxSeats: number
  seatPriceCents: Cents
  perLoadMaxCents: Cents
  /** A limit of this account's own, above its plan's and the range's. */
  ownPerLoadCents: Cents | undefined
  rebateBonusBps: number
  /** Goes up when the plan's own numbers change: a quote remembers it. */
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
