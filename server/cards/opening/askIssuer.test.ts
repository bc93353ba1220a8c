import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  asks,
  booksHold,
  entriesOfOrder,
  newsTo,
  openingInput,
  operationsOf,
  walletOf,
  withIssuer,
  withIssuerThat,
  work,
} from '#test/fixtures/cards.ts'
import { newAccount, type Person } from '#test/world.ts'
import { HOUR, MINUTE, setClock } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { OutsideRefused, OutsideUnknown, issuerOf, type Issuer } from '#server/outside/outside.ts'
import { module as cardsModule } from '../module.ts'
import { oneOrder } from '../orders/queries.ts'
import { askIssuer, cardCreated } from './askIssuer.ts'

const { sweeps } = cardsModule

const issuer = withIssuer()

const opening = async (ana: Person, firstName: string) => {
  const { cardId, orderNo } = await asks(ana, 'openCard', openingInput({ firstName }))
  const ask = () => askIssuer({ accountId: ana.accountId, orderNo })
  const status = async () => (await asks(ana, 'showCard', { cardId })).card.status
  return { cardId, orderNo, ask, status }
}

test('a holder whom the issuer refuses costs nothing', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const { orderNo, status } = await opening(ana, 'REFUSE')
  await work()
  assert.equal(await status(), 'FAILED')
  const { posted, held } = await walletOf(ana)
  assert.deepEqual({ posted, held }, { posted: 10_000, held: 0 })
  assert.deepEqual(await entriesOfOrder(orderNo), [])
  assert.deepEqual(await operationsOf(ana), ['CARD_OPEN OK 5650', 'CARD_OPEN FAIL 5650'])
  assert.deepEqual(await newsTo(ana), ['card_open_failed'])
  await booksHold()
})

test('a no that the issuer contradicts returns no money: the card is there', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const before = await issuer.cardsMade()
  const { ask, status } = await opening(ana, 'Ana')
  const made = issuerOf('simulated').createCard
  const contradicted = async (...given: Parameters<typeof made>) => {
    await made(...given)
    throw new OutsideRefused('HOLDER_REFUSED')
  }
  await withIssuerThat({ createCard: contradicted }, ask)
  assert.equal(await status(), 'ACTIVE')
  assert.equal(await issuer.cardsMade(), before + 1)
  await booksHold()
})

test('an issuer that cannot be asked about a card has not refused to make it', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const { ask, status } = await opening(ana, 'Ana')
  await withIssuerThat({ createCard: () => Promise.reject(new OutsideUnknown('no answer')) }, ask)
  await withIssuerThat({ findByIdem: () => Promise.reject(new OutsideRefused('INVALID')) }, ask)
  assert.equal(await status(), 'PENDING')
  await ask()
  assert.equal(await status(), 'ACTIVE')
})

test('an answer that is lost after the card was made makes no second card and fails nothing', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const before = await issuer.cardsMade()
  const { ask, status, orderNo } = await opening(ana, 'Ana')
  const lost = async (...given: Parameters<Issuer['createCard']>) => {
    await made(...given)
    throw new OutsideUnknown('no answer')
  }
  const made = issuerOf('simulated').createCard
  await withIssuerThat({ createCard: lost }, ask)
  assert.equal(await status(), 'PENDING')
  assert.equal((await walletOf(ana)).held, 5650)
  assert.equal((await oneOrder(db, ana.accountId, orderNo)).status, 'UNKNOWN')

  await ask()
  assert.equal(await status(), 'ACTIVE')
  assert.equal(await issuer.cardsMade(), before + 1)
  assert.equal((await walletOf(ana)).posted, 10_000 - 5650)
  await booksHold()
})

test('asked twenty times at once, an opening is settled once', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const before = await issuer.cardsMade()
  const { ask, status, orderNo } = await opening(ana, 'Ana')
  await Promise.all(Array.from({ length: 20 }, ask))
  assert.equal(await status(), 'ACTIVE')
  assert.equal(await issuer.cardsMade(), before + 1)
  assert.equal((await entriesOfOrder(orderNo)).length, 4)
  assert.deepEqual(await newsTo(ana), ['card_opened'])
  await booksHold()
})

test('while the issuer is down the money stays held, and the sweep asks again when it is due', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const { ask, status } = await opening(ana, 'Ana')
  await issuer.break({ issuerDownMs: 600_000 })
  for (let tries = 0; tries < 3; tries++) await ask()
  assert.equal(await status(), 'PENDING')
  assert.equal((await walletOf(ana)).held, 5650)

  await issuer.break({})
  const from = Date.now()
  setClock(() => from + MINUTE)
  await sweeps['cards.askDue']!.work()
  setClock()
  assert.equal(await status(), 'ACTIVE')
  await booksHold()
})

test('a card that the issuer makes later is opened by its event', async () => {
  const ana = await newAccount({ balanceCents: 20_000 })
  await issuer.break({ createPendingMs: 300 })
  const { ask, status, orderNo, cardId } = await opening(ana, 'Ana')
  await ask()
  assert.equal(await status(), 'PENDING')
  assert.equal((await asks(ana, 'showCard', { cardId })).card.number, null)
  await issuer.break({})
  await new Promise((resolve) => setTimeout(resolve, 600))
  await transaction((tx) => cardCreated(tx, { idem: orderNo }))
  await transaction((tx) => cardCreated(tx, { idem: 'ord_of_nobody' }))
  await work()
  assert.equal(await status(), 'ACTIVE')
  await booksHold()
})

test('a card whose number cannot be read yet waits: no charge may find it missing', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const { ask, status } = await opening(ana, 'Ana')
  await withIssuerThat({ reveal: async () => Promise.reject(new OutsideUnknown('no answer')) }, ask)
  assert.equal(await status(), 'PENDING')
  assert.equal((await walletOf(ana)).held, 5650)
  await ask()
  assert.equal(await status(), 'ACTIVE')
  assert.equal(
    (await db.selectFrom('card_number').select('card_id').where('account_id', '=', ana.accountId).execute()).length,
    1,
  )
})

test('an opening without an answer is asked about for days and never given up', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const { ask, status, orderNo } = await opening(ana, 'Ana')
  const silent = async () => Promise.reject(new OutsideUnknown('no answer'))
  await withIssuerThat({ createCard: silent, findByIdem: silent }, async () => {
    for (let tries = 0; tries < 30; tries++) await ask()
  })
  const { ask_at, status: order } = await oneOrder(db, ana.accountId, orderNo)
  assert.equal(order, 'UNKNOWN')
  assert.ok(ask_at!.getTime() - Date.now() > HOUR - MINUTE)
  await ask()
  assert.equal(await status(), 'ACTIVE')
})
