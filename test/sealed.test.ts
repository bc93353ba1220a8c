/** Names and addresses of cardholders: nowhere in a copy of the database, and as useful as before. */
import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import * as batches from '#contract/cards/batches.ts'
import * as holders from '#contract/cards/holders.ts'
import * as cards from '#contract/cards/cards.ts'
import * as exported from '#contract/exports/exports.ts'
import * as imported from '#contract/cards/imports.ts'
import { openHolder } from '#server/cards/sealed.ts'
import { DAY, MINUTE, setClock } from '#server/core/clock.ts'
import { db, many, one, run, sql } from '#server/core/db.ts'
import { forgetPeople } from '#server/identity/closing/forgetPeople.ts'
import { closesAccount } from './fixtures/closing.ts'
import { owner } from './database.ts'
import { columnsWith } from './dump.ts'
import { readCsv } from './files.ts'
import { ask, granted, requestOf, send, withApp, workOff } from './http/app.ts'
import {
  aCardInput,
  aHolder,
  happens,
  plasticOf,
  someRequestNo,
  type Member,
  type Purchase,
} from './http/inputs/actors.ts'
import { cardsFile, lineOf } from './http/files.ts'

const people = {
  opened: {
    firstName: 'Quillon',
    lastName: 'Abernathy',
    street: '77 Wisteria Parade',
    city: 'Tualatin',
    state: 'OR',
    zipCode: '97062',
  },
  changed: {
    firstName: 'Zephyrine',
    lastName: 'Okonkwo',
    street: '5 Larkspur Mews',
    city: 'Yachats',
    state: 'OR',
    zipCode: '97498',
  },
  batch: {
    firstName: 'Thessaly',
    lastName: 'Vandermeer',
    street: '9 Juniper Close',
    city: 'Scappoose',
    state: 'OR',
    zipCode: '97056',
  },
  imported: {
    firstName: 'Evander',
    lastName: 'Quisenberry',
    street: '3 Foxglove Row',
    city: 'Umatilla',
    state: 'OR',
    zipCode: '97882',
  },
}
// A zip code alone could be part of an id.
const known = Object.values(people).flatMap(({ firstName, lastName, street, city }) => [
  firstName,
  lastName,
  street,
  city,
])

describe('names and addresses of cardholders', () => {
  const served = withApp()
  afterEach(() => setClock())
  const list = async (who: Member, input: object = {}) =>
    (
      await granted<{ data: { cardId: string; firstName: string; lastName: string; address: object }[] }>(
        served.url,
        cards.listCards,
        { ...input },
        who.token,
      )
    ).data
  const namesOf = async (who: Member, input: object = {}) =>
    (await list(who, input)).map(({ firstName }) => firstName).sort()
  const csvOf = async (who: Member, input: object = {}) => {
    const { status, text } = await send(
      served.url,
      requestOf(exported.exportCards, { format: 'csv', ...input }, who.token),
    )
    assert.equal(status, 200)
    return readCsv(Buffer.from(text)).rows
  }
  const opens = async (who: Member, person: object): Promise<string> => {
    const { cardId } = await granted<{ cardId: string }>(served.url, cards.openCard, aCardInput(person), who.token)
    await workOff()
    return cardId
  }

  /** Uses every path by which a name comes in. */
  async function walks(who: Member): Promise<string> {
    const cardId = await opens(who, people.opened)
    const change = { cardId, ...people.changed, requestNo: someRequestNo() }
    await granted(served.url, holders.editAddress, change, who.token)
    const fixed = { nameMode: 'FIXED', addressMode: 'FIXED', ...people.batch }
    const row = { vid: 'VISA-US-1', num: 2, rechargeAmount: 5000, requestNo: someRequestNo(), ...fixed }
    await granted(served.url, batches.openBatch, row, who.token)
    const file = cardsFile([lineOf(people.imported), lineOf({ ...people.imported, remark: 'two' })])
    for (const dryRun of [1, 0])
      await granted(served.url, imported.importData, { file, dryRun, requestNo: someRequestNo() }, who.token)
    await workOff()
    return cardId
  }

  test('no column has them, whichever way they came, and everything shows them', async () => {
    const ana = await aHolder()
    const cardId = await walks(ana)
    assert.deepEqual(await columnsWith(known), [])

    assert.deepEqual(await namesOf(ana), ['Evander', 'Evander', 'Thessaly', 'Thessaly', 'Zephyrine'])
    const { card, address } = await granted<{ card: Record<string, unknown>; address: object }>(
      served.url,
      cards.showCard,
      { cardId },
      ana.token,
    )
    const { firstName, lastName, ...place } = people.changed
    assert.deepEqual([card['firstName'], card['lastName'], address], [firstName, lastName, { ...place, country: 'US' }])
    const log = await granted<{ data: { type: string; before: string; after: string }[] }>(
      served.url,
      cards.cardLog,
      { cardId },
      ana.token,
    )
    const done = log.data.find(({ type }) => type === 'ADDRESS_DONE')!
    assert.match(`${done.before} -> ${done.after}`, /Quillon Abernathy, 77 Wisteria.+-> Zephyrine Okonkwo, 5 Larkspur/)

    const rows = await csvOf(ana)
    assert.deepEqual(rows.map((row) => String(row['First name'])).sort(), await namesOf(ana))
    const moved = rows.find((row) => row['First name'] === 'Zephyrine')!
    assert.deepEqual(
      ['Last name', 'State', 'City', 'Street', 'ZIP code'].map((title) => moved[title]),
      ['Okonkwo', 'OR', 'Yachats', '5 Larkspur Mews', '97498'],
    )
    const [{ batchNo } = { batchNo: '' }] = (
      await granted<{ data: { batchNo: string }[] }>(served.url, batches.listBatches, {}, ana.token)
    ).data
    const { items } = await granted<{ items: { data: { holder: string }[] } }>(
      served.url,
      batches.batchCard,
      { batchNo },
      ana.token,
    )
    assert.deepEqual(new Set(items.data.map(({ holder }) => holder)), new Set(['Evander Quisenberry']))
    const result = await send(served.url, requestOf(imported.importResult, { batchNo }, ana.token))
    assert.equal(result.status, 200)
  })

  test('the search of a copy would find them, if they were there', async () => {
    const ana = await aHolder()
    const cardId = await opens(ana, people.opened)
    await run(db, sql`UPDATE card SET remark = ${people.opened.street} WHERE card_id = ${cardId}`)
    assert.deepEqual(await columnsWith([people.opened.street]), [`public.card.remark: ${people.opened.street}`])
    await run(db, sql`UPDATE card SET remark = '' WHERE card_id = ${cardId}`)
  })

  test('cards are found by how the names begin, and by nobody else’s key', async () => {
    const [ana, ben] = [await aHolder(), await aHolder()]
    await opens(ana, people.opened)
    await opens(ana, people.batch)
    await opens(ben, people.opened)
    for (const holder of ['Quillon', 'quil', 'abernathy', 'ABER', 'quillon abernathy', 'Abernathy, Quillon', 'q'])
      assert.deepEqual(await namesOf(ana, { holder }), ['Quillon'], holder)
    for (const holder of ['uillon', 'nathy', 'quillon vandermeer', '%', '_', 'Quillonx'])
      assert.deepEqual(await namesOf(ana, { holder }), [], holder)
    const marks = await many(
      db,
      sql<{
        holder_marks: number[]
      }>`SELECT holder_marks FROM card WHERE account_id IN (${ana.person.accountId}, ${ben.person.accountId})`,
    )
    assert.equal(
      new Set(marks.flatMap(({ holder_marks }) => holder_marks)).size,
      marks.flatMap(({ holder_marks }) => holder_marks).length,
    )
  })

  test('a merchant’s zip code is compared without being opened', async () => {
    const ana = await aHolder()
    const cardId = await opens(ana, people.opened)
    const plastic = await plasticOf(cardId)
    const pays = (zipCode: string) =>
      happens<Purchase>(served, '/network/purchases', {
        ...plastic,
        zipCode,
        amountCents: 100,
        merchantId: 'mer_openai',
      })
    const outcome = async (zipCode: string) => {
      const { approved, reason } = await pays(zipCode)
      return approved ? 'approved' : reason
    }
    assert.deepEqual([await outcome('97062-1234'), await outcome('97063')], ['approved', 'AVS_MISMATCH'])
    assert.equal(await outcome('97062'), 'approved')
  })

  test('a sealed name does not open in another row', async () => {
    const ana = await aHolder()
    const [other, two] = [await opens(ana, people.opened), await opens(ana, people.batch)]
    const card = await one(db, sql<{ holder_enc: Buffer }>`SELECT holder_enc FROM card WHERE card_id = ${other}`)
    await run(db, sql`UPDATE card SET holder_enc = ${card.holder_enc} WHERE card_id = ${two}`)
    const { code } = await ask(served.url, cards.showCard, { cardId: two }, ana.token)
    assert.equal(code, 500)
    await run(owner, sql`DELETE FROM card_log WHERE card_id = ${two}`)
    await run(db, sql`UPDATE card SET holder_enc = '' WHERE card_id = ${two}`)
  })

  test('who has left is forgotten 30 days later: the cards stay, without names and addresses', async () => {
    const [ana, ben] = [await aHolder(20_000_00), await aHolder()]
    const others = await opens(ben, people.opened)
    await walks(ana)
    for (const { cardId } of await list(ana)) {
      await granted(served.url, cards.deleteCard, { cardId, requestNo: someRequestNo() }, ana.token)
    }
    await workOff()
    await closesAccount(ana.person)
    // The wallet's balance is paid out.
    await run(db, sql`UPDATE closing_case SET waiting_since = NULL WHERE account_id = ${ana.person.accountId}`)
    assert.equal(await forgetPeople(), 0)
    assert.equal((await list(ben)).length, 1)
    setClock(() => Date.now() + 30 * DAY + MINUTE)
    assert.equal(await forgetPeople(), 1)
    setClock()
    const { rows } = await sql<{ card_id: string; left: string }>`
      SELECT card_id, concat_ws(' ', holder_enc::text, holder_marks::text, zip_hash::text) AS left
        FROM card WHERE account_id = ${ana.person.accountId}`.execute(db)
    assert.equal(rows.length, 5)
    for (const { left } of rows) assert.equal(left, '\\x {} \\x')
    const left = await one(
      db,
      sql<{ bytes: number }>`
      SELECT (SELECT coalesce(sum(length(holder_enc)), 0) FROM card_holder_change WHERE account_id = ${ana.person.accountId})
           + (SELECT coalesce(sum(length(holders_enc)), 0) FROM card_log WHERE account_id = ${ana.person.accountId})
           + (SELECT sum(length(lines_enc)) FROM card_import WHERE account_id = ${ana.person.accountId}) AS bytes`,
    )
    assert.equal(Number(left.bytes), 0)
    const { rows: theirs } = await sql<{
      holder_enc: Buffer
    }>`SELECT holder_enc FROM card WHERE card_id = ${others}`.execute(db)
    assert.equal(openHolder(others, theirs[0]!.holder_enc).first_name, 'Quillon', 'nobody else is')
  })
})
