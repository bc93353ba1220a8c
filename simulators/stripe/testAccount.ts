/** An account at the simulated Stripe: it calls the API, answers questions and receives events. For tests only. */
import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import Stripe from 'stripe'
import { securityCode } from '../cardNumbers.ts'
import type { PurchaseAnswer } from '../network/authorizations.ts'
import type { SimulatorsOptions } from '../start.ts'
import { testWorld, type TestWorld } from '../testServer.ts'
import type { Paying } from '../testLife.ts'
import { stripeCard } from './cards.ts'
import { API_VERSION, transactionId } from './facts.ts'
import type { StripeEvent } from './messages.ts'
import { stripeSecrets } from './secrets.ts'

export type Authorization = Stripe.Issuing.Authorization
type Answer = { approved: boolean; amount?: number; metadata?: Record<string, string | undefined> }

export type Account = {
  world: TestWorld
  questions: (StripeEvent & { data: { object: Authorization } })[]
  events: StripeEvent[]
  /** `null` never answers; a number is the status code of an answer without a body; a text, its body. */
  decide: (asked: Authorization) => Answer | string | number | null
  answerHeaders: Record<string, string>
  /** Sees every call of the API with its answer. */
  watch: (method: string, path: string, status: number, body: unknown) => void
  api<T>(
    method: string,
    path: string,
    form?: Record<string, string> | FormData,
    headers?: Record<string, string>,
  ): Promise<T>
  /** The newest message about each authorization. */
  authorizations(): Map<string, Authorization>
  buy(card: string, more?: object): Promise<PurchaseAnswer>
  /** What the cardholder types: only the simulated world knows it. */
  pays(card: string): Paying
}

export class ApiError extends Error {
  readonly status: number
  readonly answer: { error: { type: string; code?: string; message: string } }
  constructor(status: number, answer: unknown) {
    super(`Stripe answered ${status} ${JSON.stringify(answer)}`)
    this.status = status
    this.answer = answer as ApiError['answer']
  }
}

export async function testAccount(t: TestContext, options: Partial<SimulatorsOptions> = {}): Promise<Account> {
  const world = await testWorld(t, options)
  const { key, authSecret, webhookSecret } = stripeSecrets(world.secret)
  const { webhooks } = new Stripe(key)
  const account: Account = {
    ...{ world, questions: [], events: [], answerHeaders: { 'stripe-version': API_VERSION }, watch: () => {} },
    decide: () => ({ approved: true }),
    async api<T>(
      method: string,
      path: string,
      form?: Record<string, string> | FormData,
      headers: Record<string, string> = {},
    ) {
      const response = await fetch(`${world.url}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...headers },
        ...(form && { body: form instanceof FormData ? form : new URLSearchParams(form) }),
      })
      const answer: unknown = await response.json()
      account.watch(method, path, response.status, answer)
      if (!response.ok) throw new ApiError(response.status, answer)
      return answer as T
    },
    authorizations: () =>
      new Map(
        account.events
          .filter(({ type }) => type.startsWith('issuing_authorization.'))
          .map(({ data }) => data.object as Authorization)
          .map((authorization) => [authorization.id, authorization]),
      ),
    pays(card) {
      const { pan, exp_month: expMonth, exp_year: expYear } = stripeCard(world.world, card)
      return { cardNumber: pan, cvc: securityCode(world.world.key, pan, [expMonth, expYear]), expMonth, expYear }
    },
    buy: (card, more = {}) =>
      world.call<PurchaseAnswer>('/network/purchases', {
        ...account.pays(card),
        ...{ merchantId: 'mer_google_ads', amountCents: 3000, ...more },
      }),
  }
  world.answerWire = ({ path, headers, body }) => {
    const asks = path === '/issuer/stripe/authorizations'
    const nowMs = world.world.now()
    // Stripe's own code checks the signature of Stripe's simulator.
    const event = webhooks.constructEvent(
      body,
      String(headers['stripe-signature']),
      asks ? authSecret : webhookSecret,
      300,
      undefined,
      nowMs,
    ) as unknown as StripeEvent
    if (!asks) {
      if (world.eventsStatus === 200) account.events.push(event)
      return { status: world.eventsStatus }
    }
    const question = event as Account['questions'][number]
    account.questions.push(question)
    const answer = account.decide(question.data.object)
    if (typeof answer === 'number') return { status: answer }
    if (answer === null) return null
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
    return { status: 200, headers: account.answerHeaders, body: text }
  }
  return account
}

export const holderForm = {
  ...{ type: 'individual', name: 'Ana Lin', 'individual[first_name]': 'Ana', 'individual[last_name]': 'Lin' },
  ...{ 'billing[address][line1]': '1 Main St', 'billing[address][city]': 'Austin', 'billing[address][state]': 'TX' },
  ...{ 'billing[address][postal_code]': '73301', 'billing[address][country]': 'US' },
}

export async function newCard(account: Account, more: Record<string, string> = {}): Promise<Stripe.Issuing.Card> {
  const { id } = await account.api<{ id: string }>('POST', '/issuing/cardholders', holderForm)
  return account.api('POST', '/issuing/cards', { ...cardForm(id), ...more }, { 'idempotency-key': randomUUID() })
}

export const cardForm = (cardholder: string): Record<string, string> => ({
  ...{ type: 'virtual', currency: 'usd', status: 'active', cardholder },
  ...{ 'metadata[kaika_card]': 'ord_1', 'metadata[kaika_account]': 'acc_1' },
})

/** Bought, and captured: the transaction's id. */
export async function captured(account: Account, card: string, more: object = {}): Promise<string> {
  const { authorizationId } = await account.buy(card, more)
  const { clearingId } = await account.world.call<{ clearingId: string }>(
    `/network/authorizations/${authorizationId}/clear`,
    {},
  )
  return transactionId(clearingId)
}

export function uploads(account: Account, { type = 'image/jpeg', bytes = 20 } = {}): Promise<Stripe.File> {
  const form = new FormData()
  form.set('purpose', 'dispute_evidence')
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), 'receipt.jpg')
  return account.api('POST', '/files', form)
}
