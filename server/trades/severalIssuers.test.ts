import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Checks } from '#contract/trades/checks.ts'
import { asks, booksHold, moneyOn, openingInput, withIssuer, work } from '#test/fixtures/cards.ts'
import { decidesSet, event, lane, membersOf, newRef, request, shop, type TestLane } from '#test/fixtures/trades.ts'
import { owner } from '#test/database.ts'
import { newAccount, type Person } from '#test/world.ts'
import { db, sql } from '../core/db.ts'
import {
  issuerOf,
  numberAt,
  outside,
  useOutside,
  withIssuers,
  type AuthorizationDecision,
  type AuthorizationRequest,
} from '../outside/outside.ts'
import { ask } from './door/http.ts'
import { decideIncrement } from './decide/decideIncrement.ts'
import { applyEvents } from './events/apply.ts'
import { receive } from './events/intake.ts'

// Before the database goes, which the next line does afterwards.
after(() => its?.end())
withIssuer({ connections: 8 })
let its: TestLane | undefined
let ana: Person
/** A card whose number only its issuer has, and one of another issuer, whose number we know. */
let named: { cardId: string; ref: string }
let numbered: { cardId: string; ref: string }

let opened: Promise<void> | undefined
const open = (): Promise<void> => (opened ??= opening())
async function opening(): Promise<void> {
  // Another issuer over the same wire that keeps numbers to itself.
  const simulated = issuerOf('simulated')
  useOutside(withIssuers(outside, { ...simulated, id: 'second', reveals: 'IFRAME' }))
  await sql`UPDATE card_range SET issuer_id = 'second' WHERE vid = 'VISA-US-2'`.execute(owner)
  ana = await newAccount({ balanceCents: 500_000 })
  const opens = async (vid: string) => {
    const { cardId } = await asks(ana, 'openCard', openingInput({ vid, rechargeAmount: 50_000 }))
    await work()
    const { issuer_ref } = await db
      .selectFrom('card')
      .select('issuer_ref')
      .where('card_id', '=', cardId)
      .executeTakeFirstOrThrow()
    return { cardId, ref: issuer_ref! }
  }
  named = await opens('VISA-US-2')
  numbered = await opens('VISA-US-1')
  its = await lane()
}

const passed: Checks = { cvc: 'MATCH', expiry: 'MATCH', zip: 'MATCH', street: 'ABSENT' }
const question = (
  cardRef: string,
  amountCents: number,
  change: Partial<AuthorizationRequest> = {},
): AuthorizationRequest => ({
  ...{ kind: 'authorization', ref: newRef(), cardRef, checks: passed, merchant: shop, amountCents },
  ...{ merchantAmount: amountCents, merchantCurrency: 'USD', pos: 'ECOMMERCE', occurredAt: Date.now(), ...change },
})
const asked = (issuerId: string, request: AuthorizationRequest): Promise<AuthorizationDecision> =>
  new Promise((resolve, reject) =>
    ask(issuerId, request, (answer) => (answer ? resolve(answer) : reject(new Error('no answer in time')))),
  )

test('a card whose number never came here is charged by the name that its issuer gives it', async () => {
  await open()
  const first = question(named.ref, 700)
  const answer = await asked('second', first)
  assert.deepEqual([answer.approved, answer.amountCents], [true, 700])
  assert.deepEqual(await asked('second', first), answer)
  const more = { ...question(named.ref, 300), kind: 'increment' as const, authorizationRef: first.ref }
  assert.equal((await decideIncrement('second', more)).approved, true)
  assert.equal((await moneyOn(ana, named.cardId)).held, 1000)
  await receive([
    { ...event('clearing.posted', { cardRef: named.ref }, 1000, { authRef: first.ref }), issuer: 'second' },
  ])
  await applyEvents({ issuerId: 'second', cardRef: named.ref })
  assert.deepEqual([(await moneyOn(ana, named.cardId)).held, (await moneyOn(ana, named.cardId)).posted], [0, 49_000])
  await booksHold()
})

test('an issuer that asks about a card of another hears that there is none, by name, by number and for an increment', async () => {
  await open()
  const before = (await moneyOn(ana, named.cardId)).held
  for (const [issuerId, ref] of [
    ['simulated', named.ref],
    ['second', numbered.ref],
  ] as const)
    assert.equal((await asked(issuerId, question(ref, 100))).reason, 'CARD_NOT_FOUND')
  const { pan, cvc, exp } = await numberAt(issuerOf('simulated'), numbered.ref, { actorId: 'test', reason: 'test' })
  const typed = request({ cardNumber: pan, cvc, expMonth: exp[0], expYear: exp[1] }, 100)
  assert.equal((await asked('second', typed)).reason, 'CARD_NOT_FOUND')
  assert.equal((await asked('simulated', typed)).approved, true)
  const more = { ...question('', 300), kind: 'increment' as const, authorizationRef: typed.ref, cardNumber: pan }
  assert.equal((await decideIncrement('second', more)).reason, 'CARD_NOT_FOUND')
  assert.equal((await decideIncrement('simulated', more)).approved, true)
  assert.equal((await moneyOn(ana, named.cardId)).held, before)
})

test('what the issuer has compared itself is judged, and what was not typed is not', async () => {
  await open()
  const reasonOf = async (checks: Partial<Checks>) =>
    (await asked('second', question(named.ref, 0, { checks: { ...passed, ...checks } }))).reason
  assert.equal(await reasonOf({}), undefined)
  assert.equal(await reasonOf({ cvc: 'ABSENT', expiry: 'ABSENT', zip: 'ABSENT' }), undefined)
  assert.equal(await reasonOf({ expiry: 'MISMATCH' }), 'EXPIRY_MISMATCH')
  assert.equal(await reasonOf({ cvc: 'MISMATCH' }), 'CVC_MISMATCH')
  await sql`UPDATE card_range SET avs = 'IF_GIVEN' WHERE vid = 'VISA-US-2'`.execute(owner)
  assert.equal(await reasonOf({ zip: 'MISMATCH' }), 'AVS_MISMATCH')
  await sql`UPDATE card_range SET avs = 'OFF' WHERE vid = 'VISA-US-2'`.execute(owner)
  assert.equal(await reasonOf({ zip: 'MISMATCH' }), undefined)
})

test('requests of two issuers that wait together are decided in sets of one issuer each', async () => {
  await open()
  const requests = Array.from({ length: 60 }, (_, i) => [i % 2 ? 'second' : 'simulated', 100 + i] as const)
  const answers = await Promise.all(
    requests.map(async ([issuerId, cents]) => {
      const merchant = { ...shop, id: `m${cents}` }
      return asked(issuerId, question(issuerId === 'second' ? named.ref : numbered.ref, cents, { merchant }))
    }),
  )
  answers.forEach(({ approved, reason }, i) =>
    assert.equal(approved ? 'approved' : reason, requests[i]![0] === 'second' ? 'approved' : 'CARD_NOT_FOUND'),
  )
  const stored = await sql<{ issuer_id: string; count: number }>`
    SELECT issuer_id, count(*)::int AS count FROM auth WHERE answered_cents BETWEEN 100 AND 160 GROUP BY 1 ORDER BY 1`.execute(
    db,
  )
  assert.deepEqual(stored.rows.find(({ issuer_id }) => issuer_id === 'second')!.count, 30)
  assert.equal(
    (await decidesSet(its!, await membersOf([question(named.ref, 77)], 'second'))).answers[0]!.approved,
    true,
  )
  await booksHold()
})

test('the same name with another message raises the authorization, and a repeated message is answered as before', async () => {
  await open()
  const { held } = await moneyOn(ana, named.cardId)
  const first = question(named.ref, 900, { messageRef: 'one' })
  // In one set, so the second finds what is not committed yet.
  const [yes, more, again] = await Promise.all([
    asked('second', first),
    asked('second', { ...first, messageRef: 'two', amountCents: 50 }),
    asked('second', first),
  ])
  assert.deepEqual([yes.amountCents, more.amountCents, again], [900, 50, yes])
  assert.equal(more.authorizationId, yes.authorizationId)
  for (const messageRef of ['two', 'one', 'two'])
    assert.deepEqual(
      await asked('second', { ...first, messageRef, amountCents: 50 }),
      messageRef === 'two' ? more : yes,
    )
  assert.equal((await moneyOn(ana, named.cardId)).held, held + 950)
  await booksHold()
})

test('an event that names another issuer than the one that signed it is not taken', async () => {
  await open()
  const told = { ...event('clearing.posted', { cardRef: named.ref }, 100), issuer: 'second' }
  const app = (await import('fastify')).default()
  const { networkRoutes } = await import('./events/intake.ts')
  await app.register(networkRoutes)
  useOutside(withIssuers(outside, { ...issuerOf('simulated'), verifyWebhook: () => [told] }))
  const answer = await app.inject({ method: 'POST', url: '/issuer/simulated/events', payload: '{}' })
  assert.equal(answer.statusCode, 400)
  assert.equal((await app.inject({ method: 'POST', url: '/issuer/nobody/events', payload: '{}' })).statusCode, 404)
  const rows = await db.selectFrom('issuer_event').select('event_id').where('event_id', '=', told.id).execute()
  assert.deepEqual(rows, [])
  await app.close()
})
