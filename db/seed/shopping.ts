/** Purchases, and how each kind of merchant continues them. Amounts in cents. */
import type { DeclineReason } from '#contract/trades/declines.ts'
import type { Cents } from '#contract/core/money.ts'
import { DAY, HOUR, MINUTE } from '#server/core/clock.ts'
import { merchantOf, type Profile, type SimulatedMerchant } from '#simulators/merchants.ts'
import { ranges } from '#simulators/ranges.ts'
import type { PurchaseAnswer } from '#simulators/network/authorizations.ts'
import type { Agenda } from './agenda.ts'
import { between } from './holders.ts'
import type { OwnCard } from './owner.ts'

export type Purchase = {
  readonly card: OwnCard
  readonly merchant: SimulatedMerchant
  readonly cents: Cents
  /** The merchant requires 3-D Secure: a card of a range without it is declined, which does not count towards any rate. */
  readonly insists: boolean
  readonly steps: Step[]
}
/** What the merchant does, and how long after the purchase. `part` is a share of the approved amount. */
type Step = {
  readonly afterMs: number
  readonly does: 'clear' | 'clearPart' | 'reverse' | 'expire' | 'increment' | 'refund'
  readonly part: number
}

const known = (id: string): SimulatedMerchant => {
  const merchant = merchantOf(`mer_${id}`)
  if (!merchant) throw new Error(`there is no merchant ${id}`)
  return merchant
}

/** How often a merchant requires 3-D Secure, which makes the segments differ in the scenario query. */
const insisting: Record<string, number> = {
  facebook_ads: 0.06,
  google_ads: 0.03,
  tiktok_ads: 0.05,
  openai: 0.22,
  github: 0.1,
  shopify: 0.08,
  aliexpress: 0.35,
  booking: 0.4,
}
const withThreeD = new Set(ranges.filter(({ threeDs }) => threeDs).map(({ vid }) => vid))

/** Draws all random values here, in the order of the plan, so that each run is the same. */
export function planned(chance: () => number, card: OwnCard, merchantId: string, scale = 1): Purchase {
  const merchant = known(merchantId)
  const [from, to] = merchant.usual
  const cents = Math.max(100, Math.round((from + (to - from) * chance() ** 2) * scale))
  const insists = chance() < (insisting[merchantId] ?? 0)
  return { card, merchant, cents, insists, steps: stepsAt(chance, merchant.profile) }
}

function stepsAt(chance: () => number, profile: Profile): Step[] {
  const hours = (from: number, to: number): number => between(chance, from * 60, to * 60) * 60_000
  const fate = chance()
  const step = (does: Step['does'], afterMs: number, part = 1): Step => ({ afterMs, does, part })
  if (profile === 'verifies') return [step('reverse', hours(11, 14))]
  if (fate < 0.015) return [step('reverse', hours(12, 40))]
  if (fate < 0.02) return [step('expire', 7 * DAY - HOUR)]
  const cleared = ((): Step[] => {
    switch (profile) {
      case 'hotel':
        return [step('increment', hours(20, 30), 0.2), step('clear', hours(50, 110), chance() < 0.5 ? 0.94 : 1)]
      case 'tips':
        return [step('clear', hours(12, 30), chance() < 0.5 ? 1.15 : 1)]
      case 'fuel':
        return [step('clear', hours(12, 22), 0.4 + chance() / 2)]
      case 'split':
        return [step('clearPart', hours(18, 30), 0.6), step('clear', hours(40, 70), 0.4)]
      default:
        return [step('clear', hours(14, 42))]
    }
  })()
  const refunds = profile === 'ads' ? 0.02 : 0.06
  return fate > 1 - refunds ? [...cleared, step('refund', hours(110, 260), fate > 1 - refunds / 2 ? 1 : 0.35)] : cleared
}

const minorUnits: Record<string, number> = {
  EUR: 0.92,
  GBP: 0.78,
  CNY: 7.2,
  HKD: 7.8,
  JPY: 1.54,
  KRW: 14,
  AUD: 1.52,
  USD: 1,
}

/** Sends the purchase to the network at its moment, with everything that follows. */
export function buys(agenda: Agenda, ms: number, { card, merchant, cents, insists, steps }: Purchase): void {
  card.left -= Math.ceil(cents * (merchant.currency === 'USD' ? 1.05 : 1.1)) + (merchant.currency === 'USD' ? 0 : 30)
  agenda.at(ms, async () => {
    if (card.idle) return // frozen or deleted since it was planned
    const input = {
      ...card.paying,
      merchantId: merchant.merchantId,
      amountCents: Math.round(cents * minorUnits[merchant.currency]!),
      currency: merchant.currency,
      ...(insists && { threeDs: withThreeD.has(card.vid) ? 'CHALLENGED' : 'CHALLENGE' }),
    }
    const { authorizationId, approved, amountCents, reason } = await agenda.stage.outside<PurchaseAnswer>(
      '/network/purchases',
      input,
    )
    // Two equal purchases within minutes also happen by chance.
    if (tooSlow(reason) || reason === 'THREEDS_REQUIRED' || reason === 'DUPLICATE') return
    if (!approved) throw new Error(`${card.remark} at ${merchant.name}: ${reason} was not meant`)
    for (const step of steps) goOn(agenda, nextBatch(ms + step.afterMs), authorizationId, amountCents, step)
  })
}

/** A busy machine may answer the network too late. That happens in real life too, and does not count towards any rate. */
export const tooSlow = (reason: DeclineReason | undefined): boolean => reason === 'TIMEOUT' || reason === 'SYSTEM_ERROR'

/** Merchants submit their clearings every six hours. */
const nextBatch = (ms: number): number => Math.ceil(ms / (6 * HOUR)) * 6 * HOUR + 4 * MINUTE

function goOn(agenda: Agenda, ms: number, id: string, approved: Cents, { does, part }: Step): void {
  const amountCents = Math.max(1, Math.round(approved * part))
  const inputs = {
    clear: ['clear', { amountCents }],
    clearPart: ['clear', { amountCents, final: false }],
    reverse: ['reverse', {}],
    expire: ['expire', {}],
    increment: ['increment', { amountCents }],
    refund: ['refund', { amountCents }],
  } as const satisfies Record<Step['does'], readonly [string, object]>
  const [what, input] = inputs[does]
  agenda.at(ms, async () => void (await agenda.stage.outside(`/network/authorizations/${id}/${what}`, input)))
}
