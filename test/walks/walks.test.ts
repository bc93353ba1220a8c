import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { setClock } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { prove } from '#server/ledger/ledger.ts'
import { outside, useOutside } from '#server/outside/outside.ts'
import { withIssuer } from '../fixtures/cards.ts'
import { coversDebt } from '../fixtures/debts.ts'
import { pretended, type Pretended } from '../fixtures/payments.ts'
import { postingSides } from '../fixtures/postings.ts'
import { closing } from './closing.ts'
import { compareAll, settleCommission } from './compare.ts'
import { beginWalk, step } from './operations.ts'
import { timed, timesSpent } from './times.ts'

/** `KAIKA_WALKS=1000 bin/check test/walks/walks.test.ts` walks for up to an hour on one core; `KAIKA_WALK_SEED` divides them among several. */
const WALKS = Number(process.env['KAIKA_WALKS'] ?? 10)
const STEPS = Number(process.env['KAIKA_WALK_STEPS'] ?? 80)
const SEED = Number(process.env['KAIKA_WALK_SEED'] ?? 20_261_123)
/** The proof reads all books after each walk: with more walks in one database it would take longest. */
const PER_DATABASE = 20

for (let first = 0; first < WALKS; first += PER_DATABASE) {
  const last = Math.min(first + PER_DATABASE, WALKS)
  describe(`random walks agree with a model that shares no code with the product (${first + 1} to ${last})`, () => {
    withIssuer({ connections: 10 })
    let payments: Pretended
    before(async () => {
      payments = pretended()
      useOutside({ ...outside, payments })
      await coversDebt(100_000_00) // what the walks leave unpaid is the service's own loss
    })
    after(() => setClock())

    for (let seed = SEED + first; seed < SEED + last; seed++)
      test(`walk ${seed}`, async (t) => {
        setClock()
        const walk = await beginWalk(seed, payments)
        try {
          for (let done = 0; done < STEPS; done++) await step(walk)
          await timed('comparing everything', () => compareAll(walk))
          if (seed % 4 === 0) await timed('closing', () => closing(walk))
          await settleCommission(walk)
        } catch (error) {
          throw new Error(`after ${walk.done.length} operations, the last of them ${walk.done.slice(-5).join(', ')}`, {
            cause: error,
          })
        }
        assert.deepEqual(await timed('proving the books', prove), [], 'the books')
        t.diagnostic(timesSpent())
      })

    test('what was posted is what docs/reference/postings.md says', async () => {
      const sides = postingSides()
      const { rows } = await sql<{ kind: string; side: 'D' | 'C'; code: string }>`
      SELECT DISTINCT transfer.kind, entry.side, account.code
        FROM ledger_entry AS entry
        JOIN ledger_transfer AS transfer USING (cell, transfer_id)
        JOIN ledger_account AS account USING (cell, la_id)
       WHERE transfer.biz_type <> 'test'`.execute(db)
      assert.ok(rows.length > 30, `the walks post many kinds: ${rows.length} sides`)
      // What only tests post is named after them; test/rules/reference.test.ts sees to it that every kind has a row.
      const unsaid = rows.filter(({ kind, side, code }) => sides.has(kind) && !sides.get(kind)![side].includes(code))
      assert.deepEqual(
        unsaid.map(({ kind, side, code }) => `${kind}: ${side} ${code}`),
        [],
        'give them to their row of docs/reference/postings.md',
      )
    })
  })
}

test('the model imports nothing of the product', () => {
  for (const file of ['model.ts', 'modelCommission.ts', 'modelNetwork.ts', 'modelPlans.ts', 'modelTypes.ts']) {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8')
    const imported = [...text.matchAll(/from '([^']+)'/g)].map(([, from]) => from!)
    assert.ok(
      imported.every((from) => from.startsWith('./model')),
      `${file}: ${imported.join(', ')}`,
    )
  }
})
