/** Compares everything that the simulated Lithic says with Lithic's own OpenAPI document, where that is at hand. */
import { strict as assert } from 'node:assert'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { decideDispute, findDispute, submitDispute } from '../network/disputes.ts'
import { lithicRanges } from '../ranges.ts'
import { live } from '../testLife.ts'
import { vendorDocument } from '../vendorDocument.ts'
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

const { file, missing: MISSING } = vendorDocument('lithic-openapi.yml')

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

/** One life of a card's; our server declines some, and sometimes fails. */
async function liveAtLithic(program: Program, card: string, random: () => number): Promise<void> {
  const { world } = program.world
  program.decide = ({ token, amount }) => {
    const at = random()
    if (at < 0.05) return 500
    if (at < 0.08) return 'not JSON'
    if (at < 0.18) return { result: 'INSUFFICIENT_FUNDS', token }
    if (at < 0.23) return { result: 'UNAUTHORIZED_MERCHANT', token }
    return { result: 'APPROVED', token, ...(at < 0.4 && amount > 1 && { approved_amount: amount - 1 }) }
  }
  await live(world, program.pays(card), random, async (ref, chance) => {
    const found = world.store.maybeOne<{ token: string }>('SELECT token FROM lithic_authentications WHERE ref = :ref', {
      ref,
    })
    const challenge_response = chance(0.7) ? 'APPROVE' : 'DECLINE_BY_CUSTOMER'
    await program.api('POST', '/three_ds_decisioning/challenge_response', { token: found!.token, challenge_response })
  })
}

type Shown = { token: string; upload_url?: string }
/** One life of a dispute: with or without evidence, submitted, and decided, withdrawn or left. */
async function disputed(program: Program, transaction: string, amount: number, random: () => number): Promise<void> {
  const { world } = program.world
  const chance = (share: number): boolean => random() < share
  const filed = { customer_filed_date: new Date(world.now()).toISOString() }
  const said = { transaction_token: transaction, amount, reason: 'OTHER', customer_note: 'Never ordered' }
  try {
    const { token } = await program.api<Shown>('POST', '/disputes', { ...said, ...(chance(0.5) && filed) })
    if (chance(0.6)) {
      const { upload_url } = await program.api<Shown>('POST', `/disputes/${token}/evidences`, { filename: 'a.jpg' })
      await fetch(upload_url!, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body: 'picture' })
    }
    await program.api('GET', `/disputes/${token}/evidences`)
    if (chance(0.7)) submitDispute(world, findDispute(world, token))
    if (chance(0.2)) await program.api('DELETE', `/disputes/${token}`)
    else if (chance(0.8))
      decideDispute(world, findDispute(world, token), {
        outcome: chance(0.5) ? 'WON' : chance(0.5) ? 'LOST' : 'EXPIRED',
      })
    await program.api('GET', `/disputes/${token}`)
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error)) // disputed already, or for more than was settled
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
  for (let lives = 0; lives < LIVES; lives++) await liveAtLithic(program, cards[lives % CARDS]!, random)
  for (const state of ['PAUSED', 'OPEN', 'CLOSED']) await program.api('PATCH', `/cards/${cards[0]}`, { state })
  await program
    .api('PATCH', `/cards/${cards[0]}`, { state: 'OPEN' })
    .catch((error) => assert.ok(error instanceof ApiError))
  while (!(await program.world.world.events.flush(20_000))) continue

  const settled = [...program.transactions().values()].filter(({ settled_amount }) => settled_amount > 100)
  for (const { token, settled_amount } of settled.slice(0, 60))
    for (const amount of [settled_amount, settled_amount + 1, 51]) await disputed(program, token, amount, random)
  await program.api('GET', `/disputes?transaction_tokens=${settled[0]!.token}`)
  await program.api('GET', `/transactions?card_token=${settled[0]!.card_token}`)
  while (!(await program.world.world.events.flush(20_000))) continue

  const day = new Date(program.world.world.now()).toISOString().slice(0, 10)
  const tokens = [...program.transactions().keys()]
  for (const called of ['/cards', '/card_programs', '/balances', '/events', `/reports/settlement/details/${day}`])
    await program.api('GET', called)
  for (const token of tokens.slice(0, 50)) await program.api('GET', `/transactions/${token}`)

  for (const message of [...program.messages, ...program.questions])
    refused.push(...theDocument().message({ ...message }))
  assert.deepEqual([...new Set(refused)].slice(0, 20), [])
  assert.ok(program.questions.length > 300 && program.messages.length > 800 && answers >= 75)
  const told = program.messages.filter(({ event_type }) => event_type === 'dispute.updated')
  assert.deepEqual([...new Set(told.map(({ status }) => String(status)))].toSorted(), [
    'CASE_CLOSED',
    'CASE_WON',
    'NEW',
    'SUBMITTED',
  ])
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
  const { authorizationId } = await program.buy(token)
  await program.world.call(`/network/authorizations/${authorizationId}/clear`, {})
  await program.api('PATCH', `/cards/${token}`, { state: 'PAUSED' })
  await program.world.call('/network/flush', {})
  const [{ token: transaction } = { token: '' }] = [...program.transactions().values()].filter(
    ({ status }) => status === 'SETTLED',
  )
  const about = { transaction_token: transaction, amount: 1000, reason: 'OTHER' }
  const dispute = await program.api<Shown>('POST', '/disputes', about)
  await program.world.call('/network/flush', {})
  assert.notDeepEqual(theDocument().answer('GET', `/disputes/${dispute.token}`, 200, { ...dispute, status: 1 }), [])
  const renamed = <T extends object>(value: T, from: string): T =>
    JSON.parse(JSON.stringify(value).replaceAll(`"${from}":`, `"${from}_renamed":`)) as T
  const fields: Record<string, string> = {
    'card_authorization.approval_request': 'authorization_amount',
    'card_transaction.updated': 'effective_polarity',
    'card.created': 'card_token',
    'card.updated': 'previous_fields',
    'three_ds_authentication.challenge': 'expiry_time',
    'dispute.updated': 'resolution_reason',
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
