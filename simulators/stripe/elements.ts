/**
 * What Stripe.js does for Issuing: a nonce for one card in the browser, which our server exchanges for an ephemeral key, and elements, which are frames of Stripe's
 * with one detail of the card each.
 */
import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { securityCode } from '../cardNumbers.ts'
import { Refused, type World } from '../world.ts'
import { stripeCard } from './cards.ts'
import { idOf, seconds } from './facts.ts'

const KEY_MS = 15 * 60_000

/** Creates a key for one card. A nonce is used once. */
export function createEphemeralKey(world: World, card: string, nonce: string) {
  stripeCard(world, card)
  const secret = `ek_test_${randomBytes(24).toString('hex')}`
  const expiresAt = world.now() + KEY_MS
  const made = world.store.run(
    `INSERT INTO stripe_ephemeral_keys (nonce, card_ref, secret, expires_at) VALUES (:nonce, :card, :secret, :expiresAt)
     ON CONFLICT (nonce) DO NOTHING`,
    { nonce, card, secret, expiresAt },
  )
  if (!made) throw new Refused(400, 'nonce_used', 'This nonce was used before')
  return {
    id: idOf('ephkey', secret),
    object: 'ephemeral_key',
    created: seconds(world.now()),
    expires: seconds(expiresAt),
    livemode: false,
    secret,
  } satisfies Stripe.EphemeralKey
}

const details = {
  issuingCardNumberDisplay: (world: World, id: string) => stripeCard(world, id).pan.replaceAll(/(.{4})(?=.)/g, '$1 '),
  issuingCardExpiryDisplay: (world: World, id: string) => {
    const { exp_month: month, exp_year: year } = stripeCard(world, id)
    return `${String(month).padStart(2, '0')}/${String(year).slice(-2)}`
  },
  issuingCardCvcDisplay: (world: World, id: string) => {
    const { pan, exp_month, exp_year } = stripeCard(world, id)
    return securityCode(world.key, pan, [exp_month, exp_year])
  },
} as const
type ElementType = keyof typeof details
export const elementTypes = Object.keys(details) as [ElementType, ...ElementType[]]

/** The frame of an element. @throws Refused 401 unless key and nonce belong to the card. */
export function elementPage(world: World, of: { type: ElementType; card: string; nonce: string; key: string }): string {
  const { card, nonce, key } = of
  const found = world.store.maybeOne<{ expires_at: number }>(
    'SELECT expires_at FROM stripe_ephemeral_keys WHERE nonce = :nonce AND secret = :key AND card_ref = :card',
    { nonce, key, card },
  )
  if (!found || found.expires_at < world.now()) throw new Refused(401, 'api_key_expired', 'Expired ephemeral key')
  return `<!doctype html><html lang="en"><head><title>Card</title></head><body style="margin:0"><span id="value">${details[of.type](world, card)}</span></body></html>`
}

/** Stripe.js, as far as Issuing Elements need it. */
export const scriptAt = (origin: string): string => `window.Stripe = (publishableKey) => {
  if (!/^pk_/.test(publishableKey)) throw new Error('Stripe() needs a publishable key')
  return {
    createEphemeralKeyNonce: async ({ issuingCard }) =>
      /^ic_/.test(issuingCard ?? '') ? { nonce: 'ephkn_priv_' + crypto.randomUUID() } : { error: new Error('no card') },
    elements: () => ({
      create: (type, { issuingCard, nonce, ephemeralKeySecret }) => ({
        mount(place) {
          const frame = document.createElement('iframe')
          const query = new URLSearchParams({ type, card: issuingCard, nonce, key: ephemeralKeySecret })
          frame.src = '${origin}/stripe-js/element?' + query
          frame.title = type
          frame.style.cssText = 'border:0;width:100%;height:28px'
          document.querySelector(place).append(frame)
        },
      }),
    }),
  }
}
`
