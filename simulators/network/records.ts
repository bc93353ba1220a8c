import type { Merchant, Pos, ThreeDs } from '#server/outside/issuers/authorization.ts'
import type { DisputeStatus } from '#server/outside/issuers/disputes.ts'
import { merchantOf } from '../merchants.ts'
import { merchantPart } from '../rates.ts'
import { Refused, type World } from '../world.ts'

/** A row of `authorizations`. Amounts in cents of the card; `asked` grows with every increment. */
export type Authorization = {
  ref: string
  their_id: string | null
  pan: string
  card_ref: string | null
  memo: string
  merchant_id: string
  descriptor: string
  asked: number
  approved: number
  reversed: number
  cleared: number
  refunded: number
  merchant_amount: number
  merchant_currency: string
  rate: string | null
  pos: string
  three_ds: string
  status: 'ASKING' | 'CHALLENGED' | 'PENDING' | 'PARTIAL' | 'COMPLETE' | 'REVERSED' | 'EXPIRED' | 'DECLINED'
  reason: string | null
  iso_code: string | null
  seq: number
  by_shopper: number
  created_at: number
}

/** A row of `disputes`. Amounts in cents of the card. */
export type Dispute = {
  ref: string
  idem: string | null
  issuer: 'simulated' | 'lithic' | 'stripe'
  card_ref: string
  /** The posting, or the transaction of Lithic or Stripe. */
  charge: string
  amount: number
  reason: string
  note: string
  filed_at: number | null
  status: DisputeStatus
  won: number
  /** When Lithic itself gives it to the network. */
  submits_at: number | null
  submitted_at: number | null
  decides_at: number | null
  closed_at: number | null
  created_at: number
}

/** Finds it by the network's id or by ours. */
export function findAuthorization({ store }: World, id: string): Authorization {
  const found =
    store.maybeOne<Authorization>('SELECT * FROM authorizations WHERE ref = :id', { id }) ??
    store.maybeOne<Authorization>('SELECT * FROM authorizations WHERE their_id = :id', { id })
  if (!found) throw new Refused(404, 'AUTHORIZATION_NOT_FOUND')
  return found
}

/** Returns the amount still held: approved, neither reversed nor cleared. */
export const remaining = ({ approved, reversed, cleared }: Authorization): number =>
  Math.max(0, approved - reversed - cleared)

export const merchantPartOf = (found: Authorization, amount: number): number =>
  merchantPart(amount, { amountCents: found.asked, merchantAmount: found.merchant_amount })

export function merchantShown(merchantId: string, descriptor?: string): Merchant {
  const merchant = merchantOf(merchantId)
  if (!merchant) throw new Refused(404, 'MERCHANT_NOT_FOUND')
  const { merchantId: id, name, mcc, country } = merchant
  return { id, name, descriptor: descriptor ?? merchant.descriptors[0] ?? name, mcc, country }
}

/** Money, merchant and payment method, as in the request and in every event of an authorization. */
export const chargeOf = (found: Authorization, amount: number) => ({
  merchantAmount: merchantPartOf(found, amount),
  merchantCurrency: found.merchant_currency,
  ...(found.rate === null ? {} : { rate: found.rate }),
  merchant: merchantShown(found.merchant_id, found.descriptor),
  pos: found.pos as Pos,
})

/** Returns the common fields of an authorization's events; each call takes the next sequence number. */
export function eventOf(world: World, found: Authorization, amount: number) {
  const { seq } = world.store.maybeOne<{ seq: number }>(
    'UPDATE authorizations SET seq = seq + 1 WHERE ref = :ref RETURNING seq',
    { ref: found.ref },
  )!
  return {
    ...chargeOf(found, amount),
    cardRef: found.card_ref ?? '',
    seq,
    amount,
    currency: 'USD',
    threeDs: found.three_ds as ThreeDs,
    occurredAt: world.now(),
  }
}
