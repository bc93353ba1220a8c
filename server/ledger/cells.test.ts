import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { testWorkers } from '#bin/postgres/testCluster.ts'
import { withDatabase } from '#test/database.ts'
import { cellOf, CELLS } from '../core/database/cells.ts'
import { db, sql, transaction, type Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import * as ledger from './ledger.ts'
import { breaksSeenBy } from './proof/prove.ts'
import { cardAccount, credit, debit, PLATFORM, platform, wallet, type Transfer } from './ledger.ts'

const bank = platform('1020', 'bank')
const made = (accountId: string, kind: Transfer['kind'], lines: Transfer['lines']): Transfer => ({
  ...{ kind, accountId, lines },
  biz: { type: 'cells', id: newId('ex') },
})
/** An account with 100.00, of which 50.00 are on its card. */
async function newCustomer() {
  const accountId = newId('acc')
  const [money, card] = [wallet(accountId), cardAccount(accountId, newId('crd'))]
  await transaction(async (tx) => {
    await ledger.openAccounts(tx, [money, card])
    await ledger.postMany(tx, [
      made(accountId, 'TOPUP_WIRE', [debit(bank, 10_000), credit(money, 10_000)]),
      made(accountId, 'CARD_LOAD', [debit(money, 5100), credit(card, 5000), credit(platform('4020'), 100)]),
    ])
  })
  return { accountId, money, card }
}

/** How often this connection has used each partition since its figures were last collected. */
async function uses(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await sql<{ part: string; count: number }>`
    SELECT relname AS part, coalesce(seq_scan, 0) + coalesce(idx_scan, 0) + n_tup_ins + n_tup_upd AS count
      FROM pg_stat_xact_user_tables WHERE relname ~ '^ledger_.*\\d\\d$'`.execute(tx)
  return new Map(rows.map(({ part, count }) => [part, count]))
}

describe('books in cells', () => {
  withDatabase({ connections: 4 })
  const customers: Awaited<ReturnType<typeof newCustomer>>[] = []
  before(async () => {
    for (let n = 0; n < 40; n++) customers.push(await newCustomer())
    await transaction((tx) =>
      ledger.post(tx, made(PLATFORM, 'EARNINGS_MOVED', [debit(platform('1010'), 300), credit(bank, 300)])),
    )
  })

  it('balance in each cell for itself, and all rows of a cell are of its accounts', async () => {
    const { rows } = await sql<{ cell: number; off: number }>`
      SELECT cell, sum(CASE side WHEN 'D' THEN amount ELSE -amount END)::bigint AS off
        FROM ledger_entry GROUP BY cell, currency ORDER BY cell`.execute(db)
    const used = [...new Set([PLATFORM, ...customers.map(({ accountId }) => accountId)].map(cellOf))]
    assert.deepEqual(
      rows,
      used.toSorted((a, b) => a - b).map((cell) => ({ cell, off: 0 })),
    )
    assert.ok(used.length > 20)
    assert.deepEqual(await ledger.prove(), [])
  })

  it('have one account of the platform for each code, owner and currency, whatever the cells that use it', async () => {
    const rows = await sql<{ cells: number }>`
      SELECT count(*) AS cells FROM ledger_account WHERE account_id = 'platform' AND code = '1020'`.execute(db)
    assert.ok(rows.rows[0]!.cells > 20)
    assert.deepEqual(
      (await ledger.platformBalances(db)).map(({ code, balance }) => [code, balance]),
      [
        ['1010', 300],
        ['1020', 40 * 10_000 - 300],
        ['4020', 40 * 100],
      ],
    )
  })

  it('are proven for one cell alone, and what is wrong there is found in no other', async () => {
    const cell = cellOf(customers[0]!.accountId)
    const tx = await db.startTransaction().execute()
    try {
      await sql`UPDATE ledger_account SET posted = posted + 1 WHERE cell = ${cell} AND code = '2020'`.execute(tx)
      const seen = async (first: number, last: number) =>
        new Set((await breaksSeenBy(tx, 20, { cells: [first, last] })).map(({ check }) => check))
      assert.deepEqual(await seen(cell, cell), new Set(['balance-not-its-entries']))
      assert.deepEqual(await seen(0, cell - 1), new Set())
      assert.deepEqual(await seen(cell + 1, CELLS - 1), new Set())
    } finally {
      await tx.rollback().execute()
    }
  })

  const skip =
    testWorkers.length > 0 &&
    'skipped: a connection sees how often it used the partitions of its own node, and these are on others'
  it('are read and written in one partition by what happens on one account', { skip }, async () => {
    const { accountId, money, card } = customers[0]!
    const first = cellOf(accountId) - (cellOf(accountId) % 8)
    const mine = `_${[first, first + 7].map((cell) => String(cell).padStart(2, '0')).join('_')}`
    const { transferId } = await transaction((tx) =>
      ledger.post(tx, made(accountId, 'CLEARING', [debit(card, 1), credit(platform('2110', 'sim'), 1)])),
    )
    const acts: Record<string, (tx: Tx) => Promise<unknown>> = {
      posts: (tx) => ledger.post(tx, made(accountId, 'CARD_LOAD', [debit(money, 10), credit(card, 10)])),
      holds: async (tx) => {
        const held = await ledger.hold(tx, { on: money, amount: 20, biz: { type: 'cells', id: newId('ex') } })
        await ledger.holdById(tx, accountId, held.holdId)
        await ledger.holdsOn(tx, money)
        const resolves = [{ hold: held.holdId, amount: 5, rest: 'keep' as const }]
        await ledger.post(tx, { ...made(accountId, 'CARD_LOAD', [debit(money, 5), credit(card, 5)]), resolves })
        await ledger.release(tx, held)
      },
      reads: async (tx) => {
        await ledger.entriesOf(tx, money, { touching: card }, { limit: 10 })
        await ledger.sumsOf(tx, card, { from: new Date(0) })
        await ledger.feesCharged(tx, accountId)
        await ledger.mirrorOf(tx, accountId, transferId)
        await ledger.reversedOf(tx, accountId, [transferId])
      },
    }
    for (const [what, act] of Object.entries(acts)) {
      const touched = await transaction(async (tx) => {
        const before = await uses(tx)
        await act(tx)
        return [...(await uses(tx))].flatMap(([part, count]) => (count > (before.get(part) ?? 0) ? [part] : []))
      })
      assert.ok(touched.length > 0)
      assert.deepEqual(
        touched.filter((part) => !part.endsWith(mine)),
        [],
        what,
      )
    }
  })
})
