import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { editAddress } from '#contract/cards/holders.ts'
import type { Input } from '#contract/core/call.ts'
import {
  booksHold,
  newsTo,
  openingInput,
  opensCard,
  operationsOf,
  requestNo,
  withIssuer,
  withIssuerThat,
  work,
  asks,
} from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { cardInHand, charges } from '#test/fixtures/trades.ts'
import { newAccount, subOf } from '#test/world.ts'
import type { Actor } from '#server/core/actor.ts'
import { DAY, setClock } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { OutsideUnknown } from '#server/outside/outside.ts'
import { forgetTerms } from '../ranges/terms.ts'
import { tellDueHolders } from './tellHolder.ts'

withIssuer()
afterEach(() => setClock())

const salem = { street: '2 Elm Court', city: 'Salem', state: 'OR', zipCode: '97301' }
const edits = (who: Actor, cardId: string, change: Partial<Input<typeof editAddress>> = {}) =>
  asks(who, 'editAddress', { cardId, ...salem, requestNo: requestNo(), ...change })
const shown = async (who: Actor, cardId: string) => {
  const { card, address, holderChange } = await asks(who, 'showCard', { cardId })
  return {
    holder: `${card.firstName} ${card.lastName}`,
    address,
    change: holderChange,
    left: card.limits.addressChangesLeft,
  }
}

test('a new address is the card’s as soon as the issuer has taken it, and merchants are checked against it', async () => {
  const ana = await newAccount({ balanceCents: 50_000 })
  const plastic = await cardInHand(ana, { rechargeAmount: 10_000 })
  const { cardId } = plastic
  const answer = await edits(ana, cardId, { firstName: 'Bea' })
  assert.deepEqual(answer, { address: { ...salem, country: 'US' }, status: 'SENT' })
  const waiting = await shown(ana, cardId)
  assert.deepEqual([waiting.address.zipCode, waiting.holder, waiting.change?.status], ['97201', 'Ana Lopez', 'SENT'])
  assert.equal((await charges(plastic, 100, { zipCode: '97201' })).approved, true)
  await assert.rejects(edits(ana, cardId, { zipCode: '97302' }), refusedAs('change_pending'))

  await work()
  const after = await shown(ana, cardId)
  assert.deepEqual(
    [after.address, after.holder, after.change, after.left],
    [{ ...salem, country: 'US' }, 'Bea Lopez', null, 2],
  )
  assert.equal((await charges(plastic, 101, { zipCode: '97201' })).reason, 'AVS_MISMATCH')
  assert.equal((await charges(plastic, 102, { zipCode: '97301' })).approved, true)
  const log = await asks(ana, 'cardLog', { cardId })
  assert.deepEqual(
    log.data.slice(0, 2).map(({ type, after: to, actorName }) => [type, to, actorName]),
    [
      ['ADDRESS_DONE', 'Bea Lopez, 2 Elm Court, Salem, OR 97301, US', 'System'],
      ['ADDRESS', 'Bea Lopez, 2 Elm Court, Salem, OR 97301, US', ana.name],
    ],
  )
  assert.deepEqual((await operationsOf(ana)).slice(-2), ['CARD_ADDRESS OK', 'CARD_ADDRESS OK'])
  assert.deepEqual((await newsTo(ana)).at(-1), 'card_holder_changed')
  await booksHold()
})

test('no answer is no failure: the card keeps what it has, and the issuer is asked again', async () => {
  const ana = await newAccount({ balanceCents: 50_000 })
  const cardId = await opensCard(ana)
  await edits(ana, cardId)
  let asked = 0
  const silent = { updateHolder: async () => (asked++, Promise.reject(new OutsideUnknown('no answer'))) }
  await withIssuerThat(silent, work)
  const waiting = await shown(ana, cardId)
  assert.deepEqual([asked, waiting.change?.status, waiting.address.city], [1, 'UNKNOWN', 'Portland'])
  setClock(() => Date.now() + 3000)
  await tellDueHolders()
  assert.deepEqual([(await shown(ana, cardId)).address.city, (await shown(ana, cardId)).change], ['Salem', null])
})

test('the answer is lost and the change was made: asked again, it is told once', async () => {
  const ana = await newAccount({ balanceCents: 50_000 })
  const cardId = await opensCard(ana)
  await edits(ana, cardId, { firstName: 'Timeout' })
  await work()
  assert.equal((await shown(ana, cardId)).change?.status, 'UNKNOWN')
  setClock(() => Date.now() + 3000)
  await Promise.all([tellDueHolders(), tellDueHolders()])
  assert.equal((await shown(ana, cardId)).holder, 'Timeout Lopez')
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM card_log WHERE card_id = ${cardId} AND type = 'ADDRESS_DONE'`.execute(db)
  assert.equal(rows[0]!.count, 1)
})

test('a holder that the issuer refuses: the card keeps its own, the reason is told, and the try does not count', async () => {
  const ana = await newAccount({ balanceCents: 50_000 })
  const cardId = await opensCard(ana)
  await edits(ana, cardId, { firstName: 'Refuse' })
  await work()
  const { holder, change, left } = await shown(ana, cardId)
  assert.deepEqual(
    [holder, change?.status, change?.reason, left],
    ['Ana Lopez', 'REFUSED', 'The issuer doesn’t accept this cardholder', 3],
  )
  assert.equal((await newsTo(ana)).at(-1), 'card_holder_refused')
})

test('three changes in thirty days, then no more until the first is that old', async () => {
  const ana = await newAccount({ balanceCents: 50_000 })
  const cardId = await opensCard(ana)
  for (const street of ['1 A Road', '2 B Road', '3 C Road']) {
    assert.equal((await edits(ana, cardId, { street })).status, 'SENT')
    await work()
  }
  await assert.rejects(edits(ana, cardId, { street: '4 D Road' }), refusedAs('changes_used_up'))
  assert.equal((await edits(ana, cardId, { street: '3 C Road' })).status, 'DONE') // no change
  setClock(() => Date.now() + 31 * DAY)
  assert.equal((await edits(ana, cardId, { street: '4 D Road' })).status, 'SENT')
})

test('what does not fit the country, the segment or the card is refused, beside its field', async () => {
  const ana = await newAccount({ balanceCents: 50_000 })
  const cardId = await opensCard(ana)
  await assert.rejects(edits(ana, cardId, { state: 'XX' }), refusedAs('invalid'))
  await assert.rejects(edits(ana, cardId, { zipCode: '999077' }), refusedAs('invalid'))
  await assert.rejects(edits(ana, cardId, { country: 'GB', zipCode: 'SW1A 1AA' }), refusedAs('invalid'))
  const other = await newAccount()
  await assert.rejects(edits(other, cardId), refusedAs('not_found'))
  await assert.rejects(edits(await subOf(ana), cardId), refusedAs('not_found'))
  await asks(ana, 'deleteCard', { cardId, requestNo: requestNo() })
  await assert.rejects(edits(ana, cardId), refusedAs('card_not_active'))
  const next = await opensCard(ana)
  await sql`UPDATE card_range SET edit_address = false`.execute(db)
  try {
    forgetTerms()
    await assert.rejects(edits(ana, next), refusedAs('address_fixed'))
    assert.equal((await shown(ana, next)).left, 0)
    forgetTerms()
  } finally {
    await sql`UPDATE card_range SET edit_address = true`.execute(db)
  }
})

test('why a card could not be opened stands on its page, in words', async () => {
  const ana = await newAccount({ balanceCents: 50_000 })
  const { cardId } = await asks(ana, 'openCard', openingInput({ firstName: 'Refuse' }))
  await work()
  const { openFailure } = await asks(ana, 'showCard', { cardId })
  assert.deepEqual(openFailure, { code: 'HOLDER_REFUSED', text: 'The issuer doesn’t accept this cardholder' })
})
