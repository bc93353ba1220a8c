import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import {
  asks,
  booksHold,
  openingInput,
  operationsOf,
  opensCard,
  walletOf,
  withIssuer,
  withIssuerThat,
  work,
} from '#test/fixtures/cards.ts'
import { newStaff } from '#test/fixtures/staff.ts'
import { newAccount, type Person } from '#test/world.ts'
import { HOUR, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { topUpAnswers as desk } from '#server/funding/module.ts'
import { OutsideRefused, OutsideUnknown, issuerOf } from '#server/outside/outside.ts'
import { listAlarms } from '#server/staff/alarms/alarms.ts'
import { module as cardsModule } from '../module.ts'
import { askIssuer } from '../opening/askIssuer.ts'
import { oneOrder } from '../orders/queries.ts'
import { compareWithIssuer, closeFailedOpening } from './compareWithIssuer.ts'

const { sweeps } = cardsModule

const issuer = withIssuer()
afterEach(() => setClock())

const finance = () => newStaff(['FIN_MAKER'])
/** Runs the daily comparison after everything that was in progress an hour ago has ended. */
const compares = async (afterMs = 2 * HOUR) => {
  setClock(() => Date.now() + afterMs)
  await sweeps['cards.compareDaily']!.work()
  await work()
  setClock()
}
const breaksOf = async (ref: string) => {
  const { data } = await desk.listBreaks(await finance(), { scope: 'all', pageSize: 200 })
  return data.filter((row) => row.ref === ref)
}
const told = async (ref: string) => (await breaksOf(ref)).map(({ kind, state }) => `${kind} ${state}`)
const hasAlarm = async (ref: string) =>
  (await listAlarms(await finance(), {})).data.some(({ kind, subject }) => kind === 'CARD_DIFFERS' && subject === ref)
const atIssuer = async (ref: string) => (await issuerOf('simulated').getCard(ref)).state
const refOf = async (cardId: string) =>
  (await db.selectFrom('card').select('issuer_ref').where('card_id', '=', cardId).executeTakeFirstOrThrow()).issuer_ref!

/** The issuer makes a card under this number, regardless of who requested it. */
const makes = async (idem: string) => {
  const { firstName, lastName, street, city, state, zipCode } = openingInput()
  const address = { street: street!, city: city!, state: state!, zipCode: zipCode!, country: 'US' }
  const programRef = 'prg_visa_us_1'
  return issuerOf('simulated').createCard({
    ...{ idem, programRef, holder: { firstName: firstName!, lastName: lastName! }, address, memo: 'acc_x' },
  })
}
/** An opening that fails here but succeeds at the issuer, as through a gateway that rejects in the issuer's name. */
const failsHere = async (ana: Person) => {
  const { orderNo, cardId } = await asks(ana, 'openCard', openingInput())
  const made = issuerOf('simulated').createCard
  const refused = async (...given: Parameters<typeof made>) => {
    await made(...given)
    throw new OutsideRefused('GATEWAY_SAYS_NO')
  }
  await withIssuerThat({ createCard: refused, findByIdem: async () => Promise.resolve(null) }, () =>
    askIssuer({ accountId: ana.accountId, orderNo }),
  )
  assert.equal((await oneOrder(db, ana.accountId, orderNo)).status, 'FAILED')
  return { orderNo, cardId, ref: (await issuerOf('simulated').findByIdem(orderNo))!.ref }
}

test('a card at the issuer that no order of ours asked for is shown and left alone, until the issuer has closed it', async () => {
  const { ref } = await makes(newId('ord'))
  await compares(0)
  assert.deepEqual(await told(ref), [], 'younger than an hour')
  await compares()
  await compares()
  assert.deepEqual(await told(ref), ['UNKNOWN_CARD OPEN'])
  const [found] = await breaksOf(ref)
  assert.equal(found!.kindText, 'Issuer card without an order')
  assert.deepEqual(
    found!.facts.find(({ name }) => name === 'Status at the issuer'),
    { name: 'Status at the issuer', text: 'Active' },
  )
  assert.equal(await hasAlarm(ref), true)
  assert.equal(await atIssuer(ref), 'ACTIVE', 'a person decides about it')
  issuer.change(ref, 'CLOSED')
  await compares()
  assert.deepEqual(await told(ref), ['UNKNOWN_CARD MENDED'])
  assert.equal(await hasAlarm(ref), false)
})

test('a break that a person has resolved stays resolved, and takes its alarm along', async () => {
  const { ref } = await makes(newId('ord'))
  await compares()
  const staff = await finance()
  const [{ breakId } = { breakId: '' }] = await breaksOf(ref)
  await transaction((tx) => desk.resolveBreak(staff, { breakId, reason: 'a test card of the issuer' }, tx))
  assert.equal(await hasAlarm(ref), false)
  await compares()
  assert.deepEqual(await told(ref), ['UNKNOWN_CARD MENDED'])
  assert.equal(await hasAlarm(ref), false)
})

test('a card that was made although its opening failed and was refunded is closed at the issuer, once', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const { ref, orderNo } = await failsHere(ana)
  assert.equal((await walletOf(ana)).posted, 10_000)
  assert.equal(await atIssuer(ref), 'ACTIVE')
  await compares(0)
  assert.deepEqual([await told(ref), await atIssuer(ref)], [[], 'ACTIVE'], 'failed a moment ago')
  await compares()
  await compares()
  assert.equal(await atIssuer(ref), 'CLOSED')
  assert.deepEqual(await told(ref), ['FAILED_BUT_OPEN MENDED'])
  const [found] = await breaksOf(ref)
  assert.deepEqual([found!.orderNo, found!.mendedBy], [orderNo, 'System'])
  assert.equal(await hasAlarm(ref), false)
  assert.deepEqual(await operationsOf(ana), ['CARD_OPEN OK 5650', 'CARD_OPEN FAIL 5650', 'CARD_OPEN OK'])
  assert.equal((await walletOf(ana)).posted, 10_000)
  await booksHold()
})

test('while the issuer does not close it the break and its alarm stay', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const { ref } = await failsHere(ana)
  const silent = () => Promise.reject(new OutsideUnknown('no answer'))
  await withIssuerThat({ setState: silent }, compares)
  assert.deepEqual(await told(ref), ['FAILED_BUT_OPEN OPEN'])
  assert.equal(await hasAlarm(ref), true)
  // The issuer confirms but does nothing.
  await withIssuerThat({ setState: () => Promise.resolve() }, async () => {
    await assert.rejects(
      closeFailedOpening({ issuerId: 'simulated', orderNo: (await breaksOf(ref))[0]!.orderNo!, ref }),
      OutsideUnknown,
    )
  })
  assert.deepEqual(await told(ref), ['FAILED_BUT_OPEN OPEN'])
  await compares()
  assert.deepEqual([await told(ref), await hasAlarm(ref)], [['FAILED_BUT_OPEN MENDED'], false])
})

test('no card that its owner uses is ever closed, whatever the issuer’s list says of it', async () => {
  const ana = await newAccount({ balanceCents: 20_000 })
  const ref = await refOf(await opensCard(ana))
  const { orderNo, ref: other } = await failsHere(ana)
  const listed = { ref, idem: orderNo, state: 'ACTIVE' as const, last4: '4242', createdAt: Date.now() }
  await withIssuerThat({ listCards: () => Promise.resolve({ cards: [listed] }) }, compares)
  await closeFailedOpening({ issuerId: 'simulated', orderNo, ref })
  const { open_order_no } = await db
    .selectFrom('card')
    .select('open_order_no')
    .where('issuer_ref', '=', ref)
    .executeTakeFirstOrThrow()
  await closeFailedOpening({ issuerId: 'simulated', orderNo: open_order_no, ref })
  await closeFailedOpening({ issuerId: 'simulated', orderNo: newId('ord'), ref: other })
  assert.deepEqual([await atIssuer(ref), await told(ref)], ['ACTIVE', []])
  // A card of another order must not be closed.
  const { ref: stranger } = await makes(newId('ord'))
  await closeFailedOpening({ issuerId: 'simulated', orderNo, ref: stranger })
  assert.equal(await atIssuer(stranger), 'ACTIVE')
  await closeFailedOpening({ issuerId: 'simulated', orderNo, ref: other })
  assert.equal(await atIssuer(other), 'CLOSED')
})

test('a card in use that the issuer has closed or does not have is shown until both say the same', async () => {
  const ana = await newAccount({ balanceCents: 30_000 })
  const [closed, gone] = [await opensCard(ana), await opensCard(ana)]
  const [closedRef, goneRef] = [await refOf(closed), await refOf(gone)]
  issuer.change(closedRef, 'CLOSED')
  issuer.change(goneRef, 'FORGOTTEN')
  await compares(0)
  assert.deepEqual([await told(closedRef), await told(goneRef)], [[], []], 'younger than an hour')
  await asks(ana, 'freezeCard', { cardId: [gone], frozen: true })
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(db) // the issuer cannot be told about a card that it does not have
  await compares()
  assert.deepEqual(await told(closedRef), ['MISSING_AT_ISSUER OPEN'])
  assert.deepEqual(await told(goneRef), ['MISSING_AT_ISSUER OPEN'])
  const facts = async (ref: string) => (await breaksOf(ref))[0]!.facts.map(({ text }) => text)
  assert.ok((await facts(closedRef)).includes('Closed'))
  assert.ok((await facts(goneRef)).includes('No such card'))
  assert.deepEqual([await hasAlarm(closedRef), await hasAlarm(goneRef)], [true, true])

  issuer.change(closedRef, 'ACTIVE')
  await compares()
  assert.deepEqual([await told(closedRef), await hasAlarm(closedRef)], [['MISSING_AT_ISSUER MENDED'], false])
  assert.equal(await hasAlarm(goneRef), true)
  issuer.change(closedRef, 'CLOSED')
  await compares()
  assert.deepEqual([await told(closedRef), await hasAlarm(closedRef)], [['MISSING_AT_ISSUER OPEN'], true])
  await booksHold()
})

test('an opening under way is left alone, however long it takes', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const { orderNo } = await asks(ana, 'openCard', openingInput({ firstName: 'TIMEOUT' }))
  await withIssuerThat({ findByIdem: () => Promise.reject(new OutsideUnknown('no answer')) }, () =>
    askIssuer({ accountId: ana.accountId, orderNo }),
  )
  const { ref } = (await issuerOf('simulated').findByIdem(orderNo))!
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(db)
  await compares(48 * HOUR)
  assert.equal((await oneOrder(db, ana.accountId, orderNo)).status, 'UNKNOWN')
  assert.deepEqual([await told(ref), await atIssuer(ref)], [[], 'ACTIVE'])
})

test('a list that is short, or does not come, accuses no card', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const ref = await refOf(await opensCard(ana))
  await withIssuerThat({ listCards: () => Promise.resolve({ cards: [] }) }, compares)
  assert.deepEqual(await told(ref), [])
  const listed = {
    ref: newId('icd'),
    idem: newId('ord'),
    state: 'ACTIVE' as const,
    last4: '4242',
    createdAt: Date.now(),
  }
  for (const listCards of [
    () => Promise.reject(new OutsideUnknown('no answer')),
    () => Promise.resolve({ cards: [listed], next: 'again' }),
    () => Promise.resolve({ cards: [], next: newId('page') }),
  ])
    await withIssuerThat({ listCards }, () =>
      assert.rejects(compareWithIssuer({ issuerId: 'simulated' }), OutsideUnknown),
    )
  assert.deepEqual(await told(ref), [])
})
