/** A minimal stand-in for Kaika's server: it accepts what the simulators send and answers as a test specifies. For tests only. */
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { AuthorizationDecision, DecisionRequest } from '#server/outside/issuers/authorization.ts'
import type { NetworkEvent } from '#server/outside/issuers/networkEvents.ts'
import { numberAt, simulatedOutside, type Outside } from '#server/outside/outside.ts'
import { signingKey, verify } from '#server/outside/signatures.ts'
import { startSimulators, type Simulators, type SimulatorsOptions } from './start.ts'

/** What an issuer with words of its own sends. */
type WireRequest = { path: string; headers: http.IncomingHttpHeaders; body: string }

export type TestWorld = Simulators & {
  outside: Outside
  asked: DecisionRequest[]
  /** Every event received, in order, including copies. */
  told: NetworkEvent[]
  /** The server's answer; `null` never answers. */
  decide: (request: DecisionRequest) => AuthorizationDecision | null | Promise<AuthorizationDecision | null>
  /** Answers what such an issuer sends, or never with `null`. */
  answerWire: (message: WireRequest) => { status: number; headers?: Record<string, string>; body?: string } | null
  /** The status code of the answers to events. */
  eventsStatus: number
  call<T>(path: string, body?: unknown): Promise<T>
  secret: string
  serverUrl: string
}

export const yes = (request: DecisionRequest): AuthorizationDecision => ({
  approved: true,
  amountCents: request.amountCents,
  isoCode: '00',
})

export async function testWorld(t: TestContext, options: Partial<SimulatorsOptions> = {}): Promise<TestWorld> {
  const secret = options.secret ?? randomBytes(32).toString('base64')
  const key = signingKey(secret)
  const [asked, told] = [[] as DecisionRequest[], [] as NetworkEvent[]]

  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    if (request.url === '/simulated/clock') return void response.writeHead(404).end() // a clock that is never moved
    if (/^\/issuer\/(lithic|stripe)\//.test(request.url!)) {
      const reply = world.answerWire({ path: request.url!, headers: request.headers, body: body.toString() })
      const type = { 'content-type': 'application/json' }
      if (reply) response.writeHead(reply.status, { ...type, ...reply.headers }).end(reply.body ?? '')
      return
    }
    verify(key, request.headers, body, world.world.now())
    const message = JSON.parse(body.toString()) as DecisionRequest & { events: NetworkEvent[] }
    if (request.url === '/issuer/simulated/events') {
      if (world.eventsStatus === 200) told.push(...message.events)
      response.writeHead(world.eventsStatus).end('{}')
      return
    }
    asked.push(message)
    const decision = await world.decide(message)
    if (decision) response.end(JSON.stringify(decision))
  }
  const server = http.createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const simulators = await startSimulators({ serverUrl, secret, blockMs: 60_000, ...options })
  t.after(() => simulators.stop())
  const world: TestWorld = {
    ...simulators,
    outside: simulatedOutside({ simulatorsUrl: simulators.url, secret }),
    asked,
    told,
    decide: yes,
    answerWire: () => ({ status: 500 }),
    eventsStatus: 200,
    secret,
    serverUrl,
    async call<T>(path: string, body?: unknown) {
      const post =
        body === undefined
          ? {}
          : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const response = await fetch(simulators.url + path, post)
      const answer = (await response.json()) as T
      if (!response.ok)
        throw Object.assign(new Error(`${path} answered ${response.status}`), { status: response.status, answer })
      return answer
    },
  }
  return world
}

/** Creates a card at the issuer and returns it with its number. */
export async function aCard(
  { outside }: TestWorld,
  firstName = 'Ana',
  idem: string = randomBytes(6).toString('hex'),
  programRef = 'prg_visa_us_1',
) {
  const card = await outside.issuers
    .get('simulated')!
    .createCard({
      idem,
      programRef,
      holder: { firstName, lastName: 'Lin' },
      address: { street: '1 Main St', city: 'Austin', state: 'TX', zipCode: '73301', country: 'US' },
      memo: 'acc_1',
    })
  if (card.state !== 'ACTIVE') return { card, pays: undefined as never }
  const { pan, cvc, exp } = await numberAt(outside.issuers.get('simulated')!, card.ref, {
    actorId: 'usr_1',
    reason: 'test',
  })
  return { card, pays: { cardNumber: pan, cvc, expMonth: exp[0], expYear: exp[1] } }
}
