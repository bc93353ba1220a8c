/** Declined purchases, with one script for each reason that a shopper can cause. */
import type { DeclineReason } from '#contract/trades/declines.ts'
import type { PurchaseAnswer } from '#simulators/network/authorizations.ts'
import type { Agenda } from './agenda.ts'
import { between } from './holders.ts'
import type { OwnCard, Owner } from './owner.ts'
import { tooSlow } from './shopping.ts'

type Slip = {
  readonly merchant: string
  readonly cents?: number
  readonly wrong?: (paying: OwnCard['paying']) => Partial<OwnCard['paying']>
}

/** The card must be in the state that the reason describes: frozen for `CARD_PAUSED`, deleted for `CARD_CLOSED`. */
const slips = {
  INSUFFICIENT_FUNDS: { merchant: 'facebook_ads', cents: 880_000 },
  CVC_MISMATCH: {
    merchant: 'tiktok_ads',
    wrong: ({ cvc }) => ({ cvc: String((Number(cvc) + 7) % 1000).padStart(3, '0') }),
  },
  EXPIRY_MISMATCH: { merchant: 'google_ads', wrong: ({ expYear }) => ({ expYear: expYear - 1 }) },
  AVS_MISMATCH: { merchant: 'shopify', wrong: () => ({ zipCode: '10007' }) },
  MCC_BLOCKED: { merchant: 'paypal_wallet' },
  COUNTRY_BLOCKED: { merchant: 'tehran_bazaar' },
  THREEDS_FAILED: { merchant: 'challenge_fails' },
  ISSUER_DECLINED: { merchant: 'always_declines' },
  SINGLE_LIMIT: { merchant: 'linkedin_ads', cents: 1_250_000 },
  CARD_PAUSED: { merchant: 'facebook_ads' },
  CARD_CLOSED: { merchant: 'openai' },
  ACCOUNT_SHUTDOWN: { merchant: 'google_ads' },
} as const satisfies Partial<Record<DeclineReason, Slip>>
export type Slipped = keyof typeof slips

export async function isDeclined(
  { agenda, chance }: Owner,
  { paying, remark }: OwnCard,
  reason: Slipped,
): Promise<void> {
  const { merchant, cents = between(chance, 1900, 14_900), wrong }: Slip = slips[reason]
  const input = { ...paying, ...wrong?.(paying), merchantId: `mer_${merchant}`, amountCents: cents }
  const answer = await agenda.stage.outside<PurchaseAnswer>('/network/purchases', input)
  if (answer.reason !== reason && !tooSlow(answer.reason))
    throw new Error(`${remark}: ${answer.reason ?? 'approved'}, and ${reason} was meant`)
}

/** The same purchase twice within a minute, with one trace number: the second counts as a repeat. */
export function paysTwice(agenda: Agenda, ms: number, card: () => OwnCard): void {
  const input = () => ({
    ...card().paying,
    merchantId: 'mer_aws',
    amountCents: 3490,
    trace: '003490',
    terminalId: 'AWS1',
  })
  agenda.alone(ms, async () => {
    const { authorizationId } = await agenda.stage.outside<PurchaseAnswer>('/network/purchases', input())
    await agenda.stage.moveTo(ms + 9_000)
    const again = await agenda.stage.outside<PurchaseAnswer>('/network/purchases', input())
    if (again.reason !== 'DUPLICATE' && !tooSlow(again.reason))
      throw new Error(`the second purchase was ${again.reason ?? 'approved'}`)
    card().left -= 3490
    await agenda.stage.outside(`/network/authorizations/${authorizationId}/clear`, {})
  })
}
