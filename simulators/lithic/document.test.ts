/** Compares everything that the simulated Lithic says with Lithic's own OpenAPI document, where that is at hand. */
import { strict as assert } from 'node:assert'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { merchantOf, merchants } from '../merchants.ts'
import { increment, purchase } from '../network/authorizations.ts'
import { clear, expire, forcedPost, refund, refundOf, reverse, undoPosting } from '../network/postings.ts'
import { lithicRanges } from '../ranges.ts'
import { seeded } from '../world.ts'
import { ApiError, newCard, testProgram, type Message, type Program } from './testProgram.ts'

type Schema = object
type Content = Record<string, { schema?: Schema }>
type Response = { $ref?: string; content?: Content }
type Operation = { requestBody?: { content: Content }; responses: Record<string, Response> }
type Document = {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { responses: Record<string, Response> }
}

/** The document is in KAIKA_VENDOR_DOCS, or in `shared/vendors` beside the repository. */
const folder = process.env['KAIKA_VENDOR_DOCS'] ?? path.join(import.meta.dirname, '../../../shared/vendors')
const file = path.join(folder, 'lithic-openapi.yml')
const MISSING = 'lithic-openapi.yml is neither in KAIKA_VENDOR_DOCS nor in ../shared/vendors'

let validators: Validators | undefined
type Validators = {
  /** Returns what the document refuses about a message or a question. */
  message(message: Message): string[]
  /** … about an answer of the API. */
  answer(method: string, path: string, status: number, body: unknown): string[]
}

function readDocument(): Validators {
  const document = parse(readFileSync(file, 'utf8')) as Document
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false })
  const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
  ajv.addFormat('uuid', uuid)
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/)
  ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/)
  ajv.addFormat('ipv4', /^(\d{1,3}\.){3}\d{1,3}$/)
  ajv.addFormat('ipv6', /:/)
  ajv.addFormat('uri', /^\w+:/)
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger })
  ajv.addSchema(document, 'lithic')
  const compiled = new Map<Schema, ValidateFunction>()
  const check = (schema: Schema | undefined, value: unknown, what: string): string[] => {
    if (!schema) return [`${what}: the document has no schema`]
    let validate = compiled.get(schema)
    if (!validate) {
      const absolute = JSON.stringify(schema).replaceAll('"#/', '"lithic#/')
      compiled.set(schema, (validate = ajv.compile(JSON.parse(absolute) as Schema)))
    }
    return validate(value) ? [] : validate.errors!.map((error) => `${what}${error.instancePath} ${error.message}`)
  }
  const resolved = (response: Response | undefined): Response | undefined =>
    response?.$ref ? document.components.responses[response.$ref.split('/').at(-1)!] : response
  const routeOf = (called: string): string | undefined => {
    const names = `/v1${called.split('?')[0]}`.split('/')
    const fits = (template: string): boolean => {
      const parts = template.split('/')
      return parts.length === names.length && parts.every((part, at) => part.startsWith('{') || part === names[at])
    }
    return Object.keys(document.paths).find(fits)
  }
  return {
    message: (message) =>
      check(
        document.webhooks[message.event_type]?.post.requestBody?.content['application/json']?.schema,
        message,
        message.event_type,
      ),
    answer(method, called, status, body) {
      const what = `${method} ${called} ${status}`
      const operation = document.paths[routeOf(called) ?? '']?.[method.toLowerCase()]
      const response = resolved(operation?.responses[status])
      if (!response) return [`${what}: not in the document`]
      if (response.content === undefined) return body === undefined || status >= 400 ? [] : [`${what}: has a body`]
      return check(response.content['application/json']?.schema, body, what)
    },
  }
}

const theDocument = (): Validators => (validators ??= readDocument())
const CARDS = 20
/** `KAIKA_LIVES=5000` for a long run. */
const LIVES = Number(process.env.KAIKA_LIVES ?? 500)

/** One life of an authorization or of a loose posting, in an order that a merchant may choose. */
async function live(program: Program, card: string, random: () => number): Promise<void> {
  const { world } = program.world
  const pays = program.pays(card)
  const chance = (share: number): boolean => random() < share
  // Only a fuel pump advises, so it comes often.
  const merchant = chance(0.1) ? merchantOf('mer_shell')! : merchants[Math.floor(random() * merchants.length)]!
  const amountCents = chance(0.1) ? 0 : 1 + Math.floor(random() * 20_000)
  const loose = { cardNumber: pays.cardNumber, merchantId: merchant.merchantId, amountCents: amountCents + 1 }
  if (chance(0.05)) return void forcedPost(world, { ...loose, tell: chance(0.5) ? 'yes' : 'none' })
  if (chance(0.05)) return void undoPosting(world, refund(world, loose).refundId)
  program.decide = ({ token, amount }) => {
    if (chance(0.05)) return 500
    if (chance(0.03)) return 'not JSON'
    if (chance(0.1)) return { result: 'INSUFFICIENT_FUNDS', token }
    if (chance(0.05)) return { result: 'UNAUTHORIZED_MERCHANT', token }
    return { result: 'APPROVED', token, ...(chance(0.2) && amount > 1 && { approved_amount: amount - 1 }) }
  }
  const { authorizationId, approved, challenge } = await purchase(world, {
    ...{ ...pays, ...(chance(0.05) && { cvc: '000' }), ...(chance(0.05) && { expMonth: (pays.expMonth % 12) + 1 }) },
    ...{ merchantId: merchant.merchantId, amountCents, currency: chance(0.5) ? merchant.currency : 'USD' },
    ...(chance(0.5) && { zipCode: '73301' }),
    ...(chance(0.3) && { partialOk: true }),
    ...(chance(0.1) && { pos: 'ATM' as const }),
    ...(chance(0.1) && { threeDs: chance(0.5) ? ('FRICTIONLESS' as const) : ('FAILED' as const) }),
  })
  if (challenge && chance(0.8)) {
    const { token } = world.store.maybeOne<{ token: string }>(
      'SELECT token FROM lithic_authentications WHERE ref = :ref',
      { ref: authorizationId },
    )!
    const challenge_response = chance(0.7) ? 'APPROVE' : 'DECLINE_BY_CUSTOMER'
    await program.api('POST', '/three_ds_decisioning/challenge_response', { token, challenge_response })
  }
  if (!approved) return
  const acts: (() => unknown)[] = [
    () => increment(world, authorizationId, 500),
    () => clear(world, authorizationId, { final: chance(0.5), ...(chance(0.5) && { amountCents: 100 }) }),
    () => reverse(world, authorizationId, {}),
    () => reverse(world, authorizationId, { amountCents: 50 }),
    () => expire(world, authorizationId),
    () => refundOf(world, authorizationId, 60),
    () => undoPosting(world, clear(world, authorizationId, { amountCents: 10, final: true }).clearingId),
    () => undoPosting(world, refundOf(world, authorizationId, 20).refundId),
  ]
  for (let steps = Math.floor(random() * 6); steps > 0; steps--) {
    try {
      await acts[Math.floor(random() * acts.length)]!()
    } catch {
      // What this authorization does not permit any more.
    }
  }
}

test(`${LIVES} random lives: the document refuses no answer and no message`, async (t) => {
  if (!existsSync(file)) return t.skip(MISSING)
  const program = await testProgram(t)
  const random = seeded(2026)
  const refused: string[] = []
  let answers = 0
  program.watch = (method, called, status, body) => {
    answers++
    refused.push(...theDocument().answer(method, called, status, body))
  }
  const cards: string[] = []
  for (let made = 0; made < CARDS; made++)
    cards.push((await newCard(program, { card_program_token: lithicRanges[made % 2]!.programRef })).token)
  for (let lives = 0; lives < LIVES; lives++) await live(program, cards[lives % CARDS]!, random)
  for (const state of ['PAUSED', 'OPEN', 'CLOSED']) await program.api('PATCH', `/cards/${cards[0]}`, { state })
  await program
    .api('PATCH', `/cards/${cards[0]}`, { state: 'OPEN' })
    .catch((error) => assert.ok(error instanceof ApiError))
  while (!(await program.world.world.events.flush(20_000))) continue

  const day = new Date(program.world.world.now()).toISOString().slice(0, 10)
  const tokens = [...program.transactions().keys()]
  for (const called of ['/cards', '/card_programs', '/balances', '/events', `/reports/settlement/details/${day}`])
    await program.api('GET', called)
  for (const token of tokens.slice(0, 50)) await program.api('GET', `/transactions/${token}`)

  for (const message of [...program.messages, ...program.questions])
    refused.push(...theDocument().message({ ...message }))
  assert.deepEqual([...new Set(refused)].slice(0, 20), [])
  assert.ok(program.questions.length > 300 && program.messages.length > 800 && answers > 80)
  const types = [...program.transactions().values()].flatMap(({ events }) => events!.map(({ type }) => type))
  for (const type of [
    'BALANCE_INQUIRY',
    'AUTHORIZATION_ADVICE',
    'AUTHORIZATION_EXPIRY',
    'CORRECTION_CREDIT',
    'RETURN_REVERSAL',
  ])
    assert.ok(types.includes(type as never), type)
})

test('a renamed field is found in every message, question and answer', async (t) => {
  if (!existsSync(file)) return t.skip(MISSING)
  const program = await testProgram(t)
  const { token } = await newCard(program)
  await program.buy(token, { merchantId: 'mer_always_challenges' })
  await program.buy(token)
  await program.api('PATCH', `/cards/${token}`, { state: 'PAUSED' })
  await program.world.call('/network/flush', {})
  const renamed = <T extends object>(value: T, from: string): T =>
    JSON.parse(JSON.stringify(value).replaceAll(`"${from}":`, `"${from}_renamed":`)) as T
  const fields: Record<string, string> = {
    'card_authorization.approval_request': 'authorization_amount',
    'card_transaction.updated': 'effective_polarity',
    'card.created': 'card_token',
    'card.updated': 'previous_fields',
    'three_ds_authentication.challenge': 'expiry_time',
  }
  const said: Message[] = [...program.messages, { ...program.questions[0]! }]
  for (const [type, field] of Object.entries(fields)) {
    const message = said.find(({ event_type }) => event_type === type)!
    assert.deepEqual(theDocument().message(message), [])
    assert.notDeepEqual(theDocument().message(renamed(message, field)), [], type)
  }
  const card = await program.api<object>('GET', `/cards/${token}`)
  assert.notDeepEqual(theDocument().answer('GET', `/cards/${token}`, 200, renamed(card, 'last_four')), [])
})
