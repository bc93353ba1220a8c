/** Compares everything that the simulated Stripe says with Stripe's own examples of its objects, where they are at hand. */
import { strict as assert } from 'node:assert'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type Stripe from 'stripe'
import { ApiError, captured, holderForm, newCard, testAccount, uploads, type Account } from './testAccount.ts'
import { live } from '../testLife.ts'
import { vendorDocument } from '../vendorDocument.ts'
import { seeded } from '../world.ts'

/** Official examples of every object. */
const { file, missing: MISSING } = vendorDocument('stripe-fixtures3.json')

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
let read: Record<string, Json> | undefined
const examples = (): Record<string, Json> =>
  (read ??= (JSON.parse(readFileSync(file, 'utf8')) as { resources: Record<string, Json> }).resources)

/** Any names. */
const FREE = new Set(['metadata', 'source_types'])
/** What the example of an object lacks, because it is of another account: its form is in the SDK's types. */
const beyond: Readonly<Record<string, readonly string[]>> = {
  balance: ['issuing'],
  ephemeral_key: ['secret'],
  'issuing.dispute': ['loss_reason'],
}
/** An earlier value of each field that has changed, in the example's form; `data` of the example is of another event. */
const isEvent = (value: { [name: string]: Json }): boolean => value['object'] === 'event'

const kindOf = (value: Json): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)

/** What differs in names and JSON types. One example cannot say what may be null: the SDK's types do, when this is compiled. */
function differences(value: Json, example: Json | undefined, at: string): string[] {
  if (kindOf(value) === 'object') {
    const name = (value as { object?: Json }).object
    // A list of examples that is empty says nothing about its elements, and an object that is named has an example of its own.
    if (typeof name === 'string' && examples()[name] !== undefined) example = examples()[name]!
  }
  if (example === undefined) return [`${at}: there is no example`]
  if (value === null || example === null) return []
  if (kindOf(value) !== kindOf(example)) return [`${at}: ${kindOf(value)}, not ${kindOf(example)}`]
  if (Array.isArray(value)) {
    const [first = null] = example as Json[]
    return value.flatMap((one, n) => differences(one, first, `${at}[${n}]`))
  }
  return typeof value === 'object' ? namesDiffer(value, example as { [name: string]: Json }, at) : []
}

function namesDiffer(value: { [name: string]: Json }, example: { [name: string]: Json }, at: string): string[] {
  const extra = beyond[String(value['object'])] ?? []
  const missing = Object.keys(example).filter((name) => !(name in value))
  return [
    ...missing.map((name) => `${at}.${name}: is missing`),
    ...Object.entries(value).flatMap(([name, inner]) => {
      if (FREE.has(name) || extra.includes(name)) return []
      if (isEvent(value) && name === 'data') return dataDiffers(inner as EventData, `${at}.data`)
      return name in example ? differences(inner, example[name]!, `${at}.${name}`) : [`${at}.${name}: is not known`]
    }),
  ]
}

type EventData = { object: { [name: string]: Json }; previous_attributes?: { [name: string]: Json } }
function dataDiffers({ object, previous_attributes: before = {} }: EventData, at: string): string[] {
  // The earlier values are those of the same object.
  const whole = { ...object, ...before }
  return [object, whole].flatMap((one) => differences(one, undefined, `${at}.${String(object['object'])}`))
}

/** An answer of the API: an object, a list of objects or an error. */
function answerDiffers(path: string, status: number, body: Json): string[] {
  const { object, data, has_more, url, error, ...rest } = body as { [name: string]: Json }
  if (status >= 400) {
    const { type, message } = error as { [name: string]: Json }
    return typeof type === 'string' && typeof message === 'string' ? [] : [`${path}: not an error`]
  }
  if (object !== 'list') return differences(body, undefined, path)
  const right = typeof has_more === 'boolean' && typeof url === 'string' && Object.keys(rest).length === 0
  return [
    ...(right ? [] : [`${path}: not a list`]),
    ...(data as Json[]).flatMap((one) => differences(one, undefined, path)),
  ]
}

const CARDS = 20
/** `KAIKA_LIVES=5000` for a long run. */
const LIVES = Number(process.env.KAIKA_LIVES ?? 500)

async function liveAtStripe(account: Account, card: string, random: () => number): Promise<void> {
  account.decide = ({ pending_request: pending }) => {
    const at = random()
    if (at < 0.05) return 500
    if (at < 0.08) return 'not JSON'
    if (at < 0.18) return { approved: false, metadata: { reason: 'INSUFFICIENT_FUNDS' } }
    const part = pending!.is_amount_controllable && pending!.amount > 1
    return {
      approved: true,
      ...(at < 0.4 && part && { amount: pending!.amount - 1 }),
      metadata: { kaika_auth: 'atx_1' },
    }
  }
  await live(account.world.world, account.pays(card), random)
}

/** For fraud, as the example is. */
async function disputed(account: Account, transaction: string, outcome: 'WON' | 'LOST' | 'EXPIRED'): Promise<string> {
  const about = { transaction, 'evidence[reason]': 'fraudulent', 'evidence[fraudulent][explanation]': 'Not mine' }
  const { id } = await account.api<Stripe.Issuing.Dispute>('POST', '/issuing/disputes', about)
  const file = await uploads(account)
  await account.api('POST', `/issuing/disputes/${id}`, { 'evidence[fraudulent][additional_documentation]': file.id })
  if (outcome !== 'EXPIRED') await account.api('POST', `/issuing/disputes/${id}/submit`, {})
  await account.world.call(`/network/disputes/${id}/decide`, { outcome })
  return id
}

test(`${LIVES} random lives: the examples differ from no answer and no message`, async (t) => {
  if (!existsSync(file)) return t.skip(MISSING)
  const account = await testAccount(t)
  const random = seeded(2026)
  const found: string[] = []
  let answers = 0
  account.watch = (method, path, status, body) => {
    answers++
    found.push(...answerDiffers(`${method} ${path.replaceAll(/_1\w{23}/g, '_…')}`, status, body as Json))
  }
  const cards: string[] = []
  for (let made = 0; made < CARDS; made++) cards.push((await newCard(account)).id)
  for (let lives = 0; lives < LIVES; lives++) await liveAtStripe(account, cards[lives % CARDS]!, random)
  for (const status of ['inactive', 'active', 'canceled'])
    await account.api('POST', `/issuing/cards/${cards[0]}`, { status })
  const again = account.api('POST', `/issuing/cards/${cards[0]}`, { status: 'active' })
  await again.catch((error) => assert.ok(error instanceof ApiError))
  while (!(await account.world.world.events.flush(20_000))) continue

  const taken = account.events
    .filter(({ type }) => type === 'issuing_transaction.created')
    .map(({ data }) => data.object as Stripe.Issuing.Transaction)
    // The network refuses disputes of amounts that end so.
    .filter(({ type, amount }) => type === 'capture' && amount % 100 !== -4)
  const disputes: string[] = []
  for (const [at, { id }] of taken.slice(0, 30).entries())
    disputes.push(await disputed(account, id, (['WON', 'LOST', 'EXPIRED'] as const)[at % 3]!))
  const refused = account.api('POST', `/issuing/disputes/${disputes[0]}/submit`, {})
  await refused.catch((error) => assert.ok(error instanceof ApiError))
  while (!(await account.world.world.events.flush(20_000))) continue

  const ids = [...account.authorizations().keys()]
  for (const path of [
    ...['/issuing/cards?limit=100', '/events?limit=100', '/balance'],
    '/balance_transactions?type=issuing_transaction&limit=100&expand[]=data.source',
    ...['/issuing/disputes?limit=100', ...disputes.map((id) => `/issuing/disputes/${id}`)],
    ...ids.slice(0, 50).map((id) => `/issuing/authorizations/${id}`),
  ])
    await account.api('GET', path)
  await account.api('POST', '/ephemeral_keys', { issuing_card: cards[1]!, nonce: 'ephkn_1' })

  for (const event of [...account.events, ...account.questions])
    found.push(...differences(event as unknown as Json, undefined, event.type))
  assert.deepEqual([...new Set(found)].slice(0, 20), [])
  assert.ok(account.questions.length > 250 && account.events.length > 800 && answers > 80)
  const told = new Set(account.events.map(({ type }) => type).filter((type) => type.startsWith('issuing_dispute.')))
  assert.equal(told.size, 5)
  const statuses = new Set([...account.authorizations().values()].map(({ status }) => status))
  assert.deepEqual(statuses, new Set(['closed', 'expired', 'pending', 'reversed']))
})

test('a renamed field is found in every message, question and answer', async (t) => {
  if (!existsSync(file)) return t.skip(MISSING)
  const account = await testAccount(t)
  const { id } = await newCard(account)
  const { authorizationId } = await account.buy(id)
  await account.world.call(`/network/authorizations/${authorizationId}/clear`, {})
  const dispute = await disputed(account, await captured(account, id), 'WON')
  await account.api('POST', `/issuing/cards/${id}`, { status: 'inactive' })
  await account.world.call('/network/flush', {})
  const renamed = (value: unknown, from: string): Json =>
    JSON.parse(JSON.stringify(value).replaceAll(`"${from}":`, `"${from}_renamed":`)) as Json
  const retyped = (value: unknown, from: string): Json =>
    JSON.parse(JSON.stringify(value).replaceAll(new RegExp(`"${from}":-?\\d+`, 'g'), `"${from}":"1"`)) as Json
  const fields: Record<string, readonly [renamed: string, retyped: string]> = {
    'issuing_authorization.request': ['pending_request', 'merchant_amount'],
    'issuing_authorization.created': ['request_history', 'created'],
    'issuing_authorization.updated': ['merchant_data', 'merchant_amount'],
    'issuing_card.created': ['last4', 'exp_month'],
    'issuing_card.updated': ['spending_controls', 'exp_year'],
    'issuing_cardholder.created': ['billing', 'created'],
    'issuing_dispute.closed': ['currency', 'amount'],
    'issuing_dispute.created': ['transaction', 'created'],
    'issuing_dispute.funds_reinstated': ['status', 'amount'],
    'issuing_dispute.submitted': ['metadata', 'amount'],
    'issuing_dispute.updated': ['explanation', 'created'],
    'issuing_transaction.created': ['merchant_currency', 'merchant_amount'],
  }
  const said = [...account.events, ...account.questions]
  assert.deepEqual(new Set(said.map(({ type }) => type)), new Set(Object.keys(fields)))
  for (const [type, [name, number]] of Object.entries(fields)) {
    const message = said.find((one) => one.type === type)!
    assert.deepEqual(differences(message as unknown as Json, undefined, type), [])
    assert.notDeepEqual(differences(renamed(message, name), undefined, type), [], type)
    assert.notDeepEqual(differences(retyped(message, number), undefined, type), [], type)
  }
  const card = await account.api<object>('GET', `/issuing/cards/${id}`)
  assert.notDeepEqual(answerDiffers('card', 200, renamed(card, 'last4')), [])
  const shown = await account.api<object>('GET', `/issuing/disputes/${dispute}`)
  assert.notDeepEqual(answerDiffers('dispute', 200, renamed(shown, 'additional_documentation')), [])
  assert.notDeepEqual(answerDiffers('file', 200, renamed(await uploads(account), 'purpose')), [])
  const holder = await account.api<object>('POST', '/issuing/cardholders', holderForm)
  assert.notDeepEqual(answerDiffers('cardholder', 200, renamed(holder, 'postal_code')), [])
})
