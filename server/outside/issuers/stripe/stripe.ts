/** Cards at Stripe Issuing, through its SDK. */
import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { DAY, nowMs, startOfDate } from '#server/core/clock.ts'
import { timeOfId } from '#server/core/ids.ts'
import type { Settings } from '#server/core/settings/settings.ts'
import { OutsideRefused, OutsideUnknown } from '#server/outside/ask.ts'
import type { CardView, Issuer, IssuerCapabilities } from '../issuer.ts'
import { all, eventsSince, sdkCalls, setStateOnce } from '../sdkCalls.ts'
import { traitsOf } from '../traits.ts'
import { stripeDisputes } from './disputes.ts'
import { EVENT_TYPES, eventsOf, linesOf, messageOf, SETS_STATE, stateOf, STRIPE } from './events.ts'
import { stripeFrame } from './frame.ts'
import { readQuestion, writeAnswer } from './question.ts'
import { stripeKey, verifyStripe } from './signature.ts'

export type StripeAccount = {
  key: string
  /** Names the account in a browser; no secret. */
  publishableKey: string
  /** Of the endpoint of events, and of the real-time authorization webhook: `whsec_…`. */
  webhookSecret: string
  authSecret: string
  /** An origin. */
  url: string
  /** The address of Stripe.js. */
  scriptUrl: string
  /** The first six to eight digits of its numbers, which only the contract tells. */
  bin?: string | undefined
}

/** The version of Stripe's API in which this adapter reads and answers: that of SDK 23.1.0. The two webhooks are created with it. */
export const STRIPE_VERSION = '2026-10-28.endive'

const URL_OF_STRIPE = 'https://api.stripe.com'
const SCRIPT_OF_STRIPE = 'https://js.stripe.com/v3/'
const KEY = { like: /^(sk|rk)_(live|test)_\w{10,}$/, says: 'a secret or restricted key, sk_live_… or rk_live_…' }
const PUBLISHABLE = { like: /^pk_(live|test)_\w{10,}$/, says: 'a publishable key, pk_live_…' }
const SECRET = { like: /^whsec_\w{16,}$/, says: 'a signing secret as Stripe shows it, whsec_…' }

/** The settings of the account; what is wrong is noted. */
export function stripeFrom(settings: Settings): StripeAccount {
  const url = settings.address('STRIPE_URL') ?? URL_OF_STRIPE
  if (new URL(url).origin !== url) settings.wrong('STRIPE_URL is not an address without a path')
  return {
    key: settings.required('STRIPE_KEY', 'KAIKA_ISSUERS names stripe', KEY),
    publishableKey: settings.required(
      'STRIPE_PUBLISHABLE_KEY',
      'shows card numbers of stripe in a browser',
      PUBLISHABLE,
    ),
    webhookSecret: settings.required('STRIPE_WEBHOOK_SECRET', 'signs the events of stripe', SECRET),
    authSecret: settings.required('STRIPE_AUTH_SECRET', 'signs the authorization requests of stripe', SECRET),
    url,
    scriptUrl: settings.address('STRIPE_JS_URL') ?? SCRIPT_OF_STRIPE,
    bin: binFrom(settings),
  }
}

function binFrom(settings: Settings): string | undefined {
  const bin = settings.text('STRIPE_BIN')
  if (bin !== undefined && !/^[45]\d{5,7}$/.test(bin))
    settings.wrong('STRIPE_BIN is not six to eight digits that begin with 4 or 5')
  return bin
}

const AT_ONCE = 100
/** The clocks of the two sides differ by less. */
const APART_MS = DAY
/** What the request itself says. An error of the idempotency layer is none: another request with the key was carried out. */
const definite = ({ status, type }: { status: number; type: string | undefined }): boolean =>
  type === 'StripeInvalidRequestError' && status === 400

/**
 * Virtual cards of one Stripe account. A cardholder is created once for each person and address. Stripe.js shows numbers, so they never come here; challenges of
 * 3-D Secure are between Stripe and the cardholder. Stripe tells neither products nor number ranges: the programme of a range is the currency of its cards, `usd`.
 * Read from SDK 23.1.0.
 */
export function stripeIssuer({ key, url, webhookSecret, authSecret, bin, ...shown }: StripeAccount): Issuer {
  let made: Promise<Stripe> | undefined
  /** The SDK is loaded by the first call. It would repeat a POST that got no answer three times; a broken connection it tries once more, under the same key. */
  const client = (): Promise<Stripe> =>
    (made ??= import('stripe').then(({ default: Client }) => {
      const { protocol, hostname, port } = new URL(url)
      return new Client(key, {
        ...{ apiVersion: STRIPE_VERSION, maxNetworkRetries: 0, timeout: 10_000, telemetry: false },
        ...{ protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, ...(port && { port }) },
      })
    }))
  const [eventsKey, authKey] = [stripeKey(webhookSecret), stripeKey(authSecret)]
  const call = sdkCalls(STRIPE, client)
  const cardAt = (ref: string) =>
    call(
      (stripe) => stripe.issuing.cards.retrieve(ref),
      ({ status }) => (status === 404 ? 'CARD_NOT_FOUND' : undefined),
    )
  const frame = stripeFrame({
    ...{ ...shown, key, url },
    ephemeralKey: (card, nonce) =>
      call(
        (stripe) => stripe.ephemeralKeys.create({ issuing_card: card, nonce }, { apiVersion: STRIPE_VERSION }),
        (error) => (definite(error) ? 'INVALID' : undefined),
      ),
  })

  return {
    id: STRIPE,
    reveals: 'IFRAME',
    frame,
    disputes: stripeDisputes(call),
    answerHeaders: { 'stripe-version': STRIPE_VERSION },
    capabilities: () =>
      Promise.resolve({
        asyncCreate: false,
        editHolder: traitsOf(STRIPE).editHolder,
        partialApproval: traitsOf(STRIPE).partialApproval,
        disputes: traitsOf(STRIPE).disputes,
        ranges: bin === undefined ? [] : [rangeWith(bin)],
      }),
    async check() {
      await call(
        (stripe) => stripe.balance.retrieve(),
        ({ status }) => (status === 401 || status === 403 ? 'KEY_REFUSED' : undefined),
      )
    },
    async createHolder({ firstName, lastName }, { street, city, state, zipCode, country }, idem) {
      const billing = { address: { line1: street, city, state, postal_code: zipCode, country } }
      const person = { first_name: firstName, last_name: lastName }
      const { id } = await call(
        (stripe) =>
          stripe.issuing.cardholders.create(
            { type: 'individual', name: `${firstName} ${lastName}`, individual: person, billing },
            { idempotencyKey: idem, maxNetworkRetries: 0 },
          ),
        (error) => (definite(error) ? 'HOLDER_REFUSED' : undefined),
      )
      return id
    },
    async createCard({ idem, programRef, holderRef, memo }) {
      if (holderRef === undefined) throw new OutsideRefused('HOLDER_REFUSED', 'a card at Stripe has a cardholder')
      const input = { type: 'virtual', currency: programRef, status: 'active', cardholder: holderRef } as const
      const card = await call(
        (stripe) =>
          stripe.issuing.cards.create(
            { ...input, metadata: { kaika_card: idem, kaika_account: memo } },
            { idempotencyKey: idem, maxNetworkRetries: 0 },
          ),
        (error) => (definite(error) ? 'INVALID' : undefined),
      )
      return viewOf(card)
    },
    async findByIdem(idem) {
      // Cards cannot be searched by their metadata: all that are not older than the order are read.
      const since = NAMED_BY_TIME.test(idem) ? timeOfId(idem) - APART_MS : 0
      const found = await call(async (stripe) => {
        const created = { gte: Math.max(0, Math.floor(since / 1000)) }
        for await (const card of stripe.issuing.cards.list({ created, limit: AT_ONCE }))
          if (card.metadata['kaika_card'] === idem) return viewOf(card)
        return null
      })
      return found
    },
    async listCards(cursor) {
      const after = cursor === undefined ? {} : { starting_after: cursor }
      const page = await call((stripe) => stripe.issuing.cards.list({ limit: AT_ONCE, ...after }))
      const cards = page.data.map((card) => ({ ...viewOf(card), createdAt: card.created * 1000 }))
      return { cards, ...(page.has_more && { next: cards.at(-1)!.ref }) }
    },
    getCard: async (ref) => viewOf(await cardAt(ref)),
    reveal: async (ref, { lang = 'en' }) => ({ iframeUrl: `${frame.path}?lang=${lang}#${frame.ticketFor(ref)}` }),
    async setState(ref, state) {
      const status = ({ ACTIVE: 'active', PAUSED: 'inactive', CLOSED: 'canceled' } as const)[state]
      await setStateOnce(
        () =>
          call(
            (stripe) =>
              stripe.issuing.cards.update(ref, { status }, { idempotencyKey: `${SETS_STATE}${randomUUID()}` }),
            ({ status: answered }) => (answered === 404 ? 'CARD_NOT_FOUND' : undefined),
          ),
        state,
        async () => viewOf(await cardAt(ref)).state,
      )
    },
    updateHolder: () => Promise.reject(new OutsideRefused('HOLDER_REFUSED', 'a cardholder has several cards')),
    async programBalance() {
      const { issuing } = await call((stripe) => stripe.balance.retrieve())
      const [first] = issuing?.available ?? []
      if (!first) throw new OutsideUnknown('stripe: no Issuing balance')
      return { amount: first.amount, currency: first.currency.toUpperCase() }
    },
    listEvents: (cursor) =>
      eventsSince(
        cursor,
        async (fromMs) => {
          const created = { gte: Math.max(0, Math.floor(fromMs / 1000)) }
          const types = [...EVENT_TYPES]
          const listed = await call((stripe) => all(stripe.events.list({ created, types, limit: AT_ONCE })))
          // Newest first, and only whole seconds: those of one second keep their order.
          return listed.toReversed().map(messageOf)
        },
        eventsOf,
      ),
    async settlement(day, cursor) {
      const from = startOfDate(day)
      const created = { gte: from / 1000, lt: (from + DAY) / 1000 }
      const after = cursor === undefined ? {} : { starting_after: cursor }
      const page = await call((stripe) =>
        stripe.balanceTransactions.list({
          ...{ type: 'issuing_transaction', created, limit: AT_ONCE, expand: ['data.source'] },
          ...after,
        }),
      )
      const lines = page.data.flatMap(({ source }) =>
        source !== null && typeof source === 'object' && source.object === 'issuing.transaction' ? linesOf(source) : [],
      )
      return { lines, ...(page.has_more && { next: page.data.at(-1)!.id }) }
    },
    readQuestion(headers, raw) {
      verifyStripe(authKey, headers, raw, nowMs())
      return readQuestion(raw)
    },
    writeAnswer,
    verifyWebhook(headers, raw) {
      verifyStripe(eventsKey, headers, raw, nowMs())
      const event = JSON.parse(raw.toString()) as Parameters<typeof messageOf>[0] | null
      if (typeof event?.type !== 'string' || !event.data) throw new SyntaxError('no event')
      return eventsOf(messageOf(event))
    },
  }
}

/** An id of ours, which has the time in it. */
const NAMED_BY_TIME = /^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$/

const viewOf = (card: Stripe.Issuing.Card): CardView => ({
  ref: card.id,
  idem: card.metadata['kaika_card'] ?? '',
  programRef: card.currency,
  state: stateOf(card.status),
  last4: card.last4,
  exp: [card.exp_month, card.exp_year],
})

/** Its programme is the currency. */
const rangeWith = (bin: string): IssuerCapabilities['ranges'][number] => ({
  ...{ programRef: 'usd', bin, network: bin.startsWith('4') ? 'VISA' : 'MASTERCARD' },
  ...{ country: 'US', currency: 'USD', threeDs: false },
})
