import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { booksHold, opensCard, withIssuer } from '#test/fixtures/cards.ts'
import { owner } from '#test/database.ts'
import { newAccount } from '#test/world.ts'
import { nowMs } from '../core/clock.ts'
import { db, sql } from '../core/db.ts'
import { prove, saveCheckpoint } from '../ledger/ledger.ts'

withIssuer()

/** Both forms of the proof tell the same. */
async function namesOfBreaks() {
  const [whole, fresh] = [await prove(), await prove({ kind: 'NEW' })].map((breaks) =>
    breaks.map(({ check }) => check).sort(),
  )
  assert.deepEqual(fresh, whole)
  return whole
}

test('the proof sees each way in which cards and books can part', async () => {
  const ana = await newAccount({ balanceCents: 20_000 })
  const cardId = await opensCard(ana)
  await opensCard(ana, { firstName: 'REFUSE' })
  await booksHold()
  // What is there by now is old.
  await sleep(2)
  await saveCheckpoint(nowMs(), undefined, 0)

  const breaks: [sabotage: string, mend: string, check: string][] = [
    ['deposit_cents = deposit_cents + 1', 'deposit_cents = deposit_cents - 1', 'card-loaded-not-its-entries'],
    ['consume_cents = 5', 'consume_cents = 0', 'card-spent-not-its-entries'],
    ["open_order_no = 'x' || open_order_no", 'open_order_no = substr(open_order_no, 2)', 'opening-without-order'],
  ]
  for (const [sabotage, mend, check] of breaks) {
    const change = (what: string) => sql`UPDATE card SET ${sql.raw(what)} WHERE card_id = ${cardId}`.execute(db)
    await change(sabotage)
    assert.deepEqual(await namesOfBreaks(), [check])
    await change(mend)
  }
  await sql`UPDATE card SET status = 'PENDING' WHERE card_id = ${cardId}`.execute(db)
  assert.deepEqual(await namesOfBreaks(), ['card-not-found-by-its-names', 'money-on-no-card', 'opening-without-hold'])
  await sql`UPDATE card SET status = 'ACTIVE' WHERE card_id = ${cardId}`.execute(db)
  // The card that is not found, and the name of no card.
  const twice = ['card-not-found-by-its-names', 'card-not-found-by-its-names']
  for (const directory of ['card_number', 'card_issuer_ref']) {
    const change = (what: string) => sql`UPDATE ${sql.table(directory)} SET ${sql.raw(what)}`.execute(owner)
    await change("card_id = 'x' || card_id")
    assert.deepEqual(await namesOfBreaks(), twice, directory)
    await change('card_id = substr(card_id, 2)')
  }
  await sql`UPDATE card_number SET la_id = la_id + 1`.execute(owner)
  assert.deepEqual(await namesOfBreaks(), twice)
  await sql`UPDATE card_number SET la_id = la_id - 1`.execute(owner)
  await sql`UPDATE card_order SET transfer_id = NULL WHERE card_id = ${cardId}`.execute(db)
  assert.deepEqual(await namesOfBreaks(), ['order-without-transfer'])
})
