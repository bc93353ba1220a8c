/** The next migration on a database with books, while the servers of the version before it are at work. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { booksHold, withIssuer } from '#test/fixtures/cards.ts'
import { withMore } from '#test/fixtures/migrations.ts'
import { cardInHand, charges, event, request, decides, tells } from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { db, many, sql } from '../db.ts'
import { migrate } from './migrate.ts'

const { database } = withIssuer({ connections: 20 })

/** What a change of large tables looks like: a column, its check in two steps, an index that is built beside the work. */
const NEXT = {
  '8001_trade_note': `ALTER TABLE trade ADD COLUMN note text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE trade ADD CONSTRAINT trade_note_short CHECK (length(note) <= 200) NOT VALID;`,
  '8002_trade_note_checked': 'ALTER TABLE trade VALIDATE CONSTRAINT trade_note_short;',
  '8003_card_noted': `-- without a transaction
DROP INDEX CONCURRENTLY IF EXISTS card_noted;
CREATE INDEX CONCURRENTLY card_noted ON card (account_id, remark);`,
}

const balances = () =>
  many(db, sql`SELECT account_id, code, owner, posted, held FROM ledger_account ORDER BY account_id, code, owner`)

test('books that agree before the next migration agree after it, with every balance as it was', async () => {
  const ana = await newAccount({ balanceCents: 500_000 })
  const card = await cardInHand(ana, { rechargeAmount: 100_00 })
  const asked = request(card, 20_00)
  await decides(asked)
  await tells(event('clearing.posted', card, 20_00, { authRef: asked.ref }))
  await charges(card, 5_00)
  await booksHold()
  const before = await balances()

  let isDone = false
  const working = (async () => {
    const answers: boolean[] = []
    while (!isDone) answers.push((await charges(card, 999_00)).approved)
    return answers
  })()
  const applied = await migrate(database.ownerUrl, await withMore(NEXT))
  isDone = true
  assert.deepEqual(applied, Object.keys(NEXT))
  const answers = await working
  assert.ok(answers.length > 0 && answers.every((approved) => !approved), 'purchases are decided meanwhile')

  assert.deepEqual(await balances(), before)
  await booksHold()
  assert.equal((await charges(card, 1_00)).approved, true)
  await tells(event('clearing.posted', card, 3_00))
  await booksHold()
})
