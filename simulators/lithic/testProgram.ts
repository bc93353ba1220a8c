/** A card programme at the simulated Lithic: it calls the API, answers questions and receives messages. For tests only. */
import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import type { Transaction } from 'lithic/resources/transactions/transactions'
import type {
  CardAuthorizationApprovalRequestWebhookEvent,
  CardTransactionUpdatedWebhookEvent,
} from 'lithic/resources/webhooks'
import { signingKey, verify } from '#server/outside/signatures.ts'
import { securityCode } from '../cardNumbers.ts'
import { cardByPan } from '../issuer/cards.ts'
import { lithicRanges } from '../ranges.ts'
import type { SimulatorsOptions } from '../start.ts'
import { testWorld, type TestWorld } from '../testServer.ts'
import type { PurchaseAnswer } from '../network/authorizations.ts'
import { lithicCard } from './cards.ts'
import { lithicSecrets } from './secrets.ts'

export type Question = CardAuthorizationApprovalRequestWebhookEvent
type Answer = { result: string; token?: string; approved_amount?: number }
export type Message = { event_type: string; [field: string]: unknown }

export type Program = {
  world: TestWorld
  questions: Question[]
  messages: Message[]
  /** `null` never answers; a number is the status code of an answer without a body. */
  decide: (question: Question) => Answer | string | number | null
  /** Sees every call of the API with its answer. */
  watch: (method: string, path: string, status: number, body: unknown) => void
  api<T>(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<T>
  /** The latest message about each transaction. */
  transactions(): Map<string, Transaction>
  buy(card: string, more?: object): Promise<PurchaseAnswer>
  /** What the cardholder types: only the simulated world knows it. */
  pays(card: string): { cardNumber: string; cvc: string; expMonth: number; expYear: number }
}

export class ApiError extends Error {
  readonly status: number
  readonly answer: unknown
  constructor(status: number, answer: unknown) {
    super(`Lithic answered ${status} ${JSON.stringify(answer)}`)
    this.status = status
    this.answer = answer
  }
}

export const approve = ({ token }: Question): Answer => ({ result: 'APPROVED', token })

export async function testProgram(t: TestContext, options: Partial<SimulatorsOptions> = {}): Promise<Program> {
  const world = await testWorld(t, options)
  const secrets = lithicSecrets(world.secret)
  const [asaKey, webhookKey] = [signingKey(secrets.asaSecret), signingKey(secrets.webhookSecret)]
  const program: Program = {
    ...{ world, questions: [], messages: [], decide: approve, watch: () => {} },
    async api<T>(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
      const response = await fetch(`${world.url}/lithic/v1${path}`, {
        method,
        headers: { authorization: secrets.apiKey, ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const answer: unknown = text === '' ? undefined : JSON.parse(text)
      program.watch(method, path, response.status, answer)
      if (!response.ok) throw new ApiError(response.status, answer)
      return answer as T
    },
    transactions: () =>
      new Map(
        program.messages
          .filter(({ event_type }) => event_type === 'card_transaction.updated')
          .map((message) => message as unknown as CardTransactionUpdatedWebhookEvent)
          .toSorted((a, b) => a.events!.length - b.events!.length)
          .map((transaction) => [transaction.token, transaction]),
      ),
    pays(token) {
      const { pan, exp_month, exp_year } = lithicCard(world.world, token)
      const cvc = securityCode(world.world.key, cardByPan(world.world.store, pan)!.pan, [exp_month, exp_year])
      return { cardNumber: pan, cvc, expMonth: exp_month, expYear: exp_year }
    },
    buy: (token, more = {}) =>
      world.call<PurchaseAnswer>('/network/purchases', {
        ...program.pays(token),
        ...{ merchantId: 'mer_google_ads', amountCents: 3000, ...more },
      }),
  }
  world.answerWire = ({ path, headers, body }) => {
    const question = path === '/issuer/lithic/authorizations'
    verify(question ? asaKey : webhookKey, headers, body, world.world.now())
    if (!question) {
      if (world.eventsStatus === 200) program.messages.push(JSON.parse(body) as Message)
      return { status: world.eventsStatus }
    }
    program.questions.push(JSON.parse(body) as Question)
    const answer = program.decide(program.questions.at(-1)!)
    if (typeof answer === 'number') return { status: answer }
    if (answer === null) return null
    return { status: 200, body: typeof answer === 'string' ? answer : JSON.stringify(answer) }
  }
  return program
}

export type ShownCard = { token: string; last_four: string; state: string; memo: string; [field: string]: unknown }

export const newCard = (program: Program, more: object = {}): Promise<ShownCard> =>
  program.api<ShownCard>(
    'POST',
    '/cards',
    { type: 'VIRTUAL', memo: 'acc_1', card_program_token: lithicRanges[0]!.programRef, state: 'OPEN', ...more },
    { 'idempotency-key': randomUUID() },
  )
