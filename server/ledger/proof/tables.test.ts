import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { owner, withDatabase } from '#test/database.ts'
import { accountIn, smallBook } from '#test/fixtures/postings.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import * as ledger from '../ledger.ts'
import { platform } from '../ledger.ts'

describe('the tables of the ledger', () => {
  withDatabase({ connections: 4 })
  before(() => smallBook(accountIn(cellOf('platform'))))

  it('refuse to change, delete or empty what is written, also in their partitions', async () => {
    const { rows } = await sql<{ part: string }>`
      SELECT inhrelid::regclass::text AS part FROM pg_inherits
       WHERE inhparent = ANY (ARRAY['ledger_entry', 'ledger_transfer', 'ledger_hold']::regclass[]) ORDER BY 1`.execute(
      owner,
    )
    const parts = rows.map(({ part }) => part)
    assert.deepEqual([parts.length, parts[0], parts.at(-1)], [24, 'ledger_entry_00_07', 'ledger_transfer_56_63'])
    for (const table of ['ledger_entry', 'ledger_transfer', ...parts.filter((part) => !part.includes('hold'))]) {
      await assert.rejects(sql.raw(`UPDATE ${table} SET posted_at = posted_at`).execute(owner), /append-only/)
      await assert.rejects(sql.raw(`DELETE FROM ${table}`).execute(owner), /append-only/)
      await assert.rejects(sql.raw(`TRUNCATE ${table}`).execute(owner), /append-only/)
    }
    for (const table of ['ledger_account', 'ledger_hold', ...parts.filter((part) => part.includes('hold'))]) {
      await assert.rejects(sql.raw(`DELETE FROM ${table}`).execute(owner), /append-only/)
      await assert.rejects(sql.raw(`TRUNCATE ${table}`).execute(owner), /append-only/)
    }
  })

  /** A transfer inserted by hand, bypassing the code: the database itself is the last guard. */
  const byHand = async (
    entries: [code: string, side: 'D' | 'C', amount: number, currency?: string, n?: number][],
    { id = 'trf_hand', transfer = true, cell = cellOf('platform') } = {},
  ) => {
    const { rows } = await sql<{ code: string; la_id: number }>`
      SELECT DISTINCT ON (code) code, la_id FROM ledger_account ORDER BY code, cell = ${cell} DESC`.execute(db)
    const laId = new Map(rows.map(({ code, la_id }) => [code, la_id]))
    const values = entries.map(
      ([code, side, amount, currency = 'USD', n], at) =>
        `(${cell}, '${id}', ${n ?? at + 1}, 'platform', ${laId.get(code)}, '${side}', ${amount}, '${currency}', '2026-01-01')`,
    )
    await sql
      .raw(`WITH ${
        transfer
          ? `t AS (INSERT INTO ledger_transfer (cell, transfer_id, account_id, kind, biz_type, biz_id, effective_at, posted_at)
      VALUES (${cellOf('platform')}, '${id}', 'platform', 'X', 'x', '${id}', '2026-01-01', '2026-01-01')),`
          : ''
      }
      e AS (INSERT INTO ledger_entry (cell, transfer_id, n, account_id, la_id, side, amount, currency, posted_at) VALUES ${values.join(', ')}) SELECT 1`)
      .execute(db)
  }

  it('refuse a transfer that does not balance, is not whole, or does not fit', async () => {
    await assert.rejects(
      byHand([
        ['1020', 'D', 5],
        ['2110', 'C', 4],
      ]),
      /does not balance/,
    )
    await assert.rejects(
      byHand([
        ['1020', 'D', 5],
        ['2110', 'C', 5, 'USD', 3],
      ]),
      /not written whole/,
    )
    await assert.rejects(
      byHand([
        ['1020', 'D', 0],
        ['2110', 'C', 0],
      ]),
      /amount_check/,
    )
    await assert.rejects(
      byHand([
        ['1020', 'D', 5, 'CNY'],
        ['2110', 'C', 5, 'CNY'],
      ]),
      /fits no/,
    )
    await assert.rejects(
      byHand([
        ['1020', 'D', 5],
        ['2010', 'C', 5],
      ]),
      /fits no/,
    )
    await assert.rejects(
      byHand(
        [
          ['1020', 'D', 5],
          ['2110', 'C', 5],
        ],
        { transfer: false },
      ),
      /fits no/,
    )
    await byHand([
      ['1020', 'D', 5],
      ['2110', 'C', 5],
    ])
    await assert.rejects(
      byHand(
        [
          ['1020', 'D', 5, 'USD', 3],
          ['2110', 'C', 5, 'USD', 4],
        ],
        { transfer: false },
      ),
      /not written whole/,
    )
    assert.deepEqual(await ledger.prove(), [])
  })

  it('refuse an entry in another cell than its transfer or its account, and an account in another cell than its own', async () => {
    const cell = cellOf('platform')
    await transaction((tx) => ledger.openAccounts(tx, [platform('4010')]))
    const astray = { id: 'trf_astray', cell: (cell + 1) % 64 }
    const other = (await smallBook(accountIn((cell + 1) % 64))).account
    // The platform has its accounts in both cells.
    await assert.rejects(
      byHand(
        [
          ['1020', 'D', 5],
          ['2110', 'C', 5],
        ],
        astray,
      ),
      /fits no/,
    )
    await assert.rejects(
      byHand(
        [
          ['1020', 'D', 5],
          ['4010', 'C', 5],
        ],
        astray,
      ),
      /fits no/,
    )
    for (const wrong of [
      sql`UPDATE ledger_account SET cell = ${cell} WHERE account_id = ${other}`,
      sql`INSERT INTO ledger_account (cell, account_id, code, owner, currency, scale, normal, mode, created_at)
          SELECT ${cell}, account_id, '1310', owner, currency, scale, 'D', mode, created_at FROM ledger_account WHERE account_id = ${other} AND code = '2010'`,
    ])
      // An engine that spreads the tables moves no row between cells at all.
      await assert.rejects(wrong.execute(owner), /is not in cell|modifying the partition value/)
    const strange = sql`
      INSERT INTO ledger_transfer (cell, transfer_id, account_id, kind, biz_type, biz_id, effective_at, posted_at)
      VALUES (${cell}, 'trf_strange', ${other}, 'X', 'x', 'z', '2026-01-01', '2026-01-01')`
    await assert.rejects(strange.execute(db), /transfer_in_its_cell/)
    assert.deepEqual(await ledger.prove(), [])
  })

  it('check what somebody with all rights writes into a partition', async () => {
    const cell = cellOf('platform')
    const first = cell - (cell % 8)
    const part = [first, first + 7].map((n) => String(n).padStart(2, '0')).join('_')
    const entry = (side: string, n: number) =>
      `SELECT ${cell}, 'trf_part', ${n}, 'platform', la_id, '${side}', 5, 'USD', '2026-01-01'::timestamptz FROM ledger_account WHERE cell = ${cell} AND code = '1020'`
    const alone = `INSERT INTO ledger_transfer_${part} (cell, transfer_id, account_id, kind, biz_type, biz_id, effective_at, posted_at)
      VALUES (${cell}, 'trf_part', 'platform', 'X', 'x', 'part', '2026-01-01', '2026-01-01')`
    const entries = `INSERT INTO ledger_entry_${part} (cell, transfer_id, n, account_id, la_id, side, amount, currency, posted_at)`
    await assert.rejects(sql.raw(alone).execute(owner), /has no entries/)
    await assert.rejects(sql.raw(`${entries} ${entry('D', 1)}`).execute(owner), /does not balance/)
    await assert.rejects(sql.raw(`${entries} ${entry('D', 1)} UNION ALL ${entry('C', 2)}`).execute(owner), /fits no/)
  })

  it('refuse a transfer that has no entries', async () => {
    const alone = sql`INSERT INTO ledger_transfer (cell, transfer_id, account_id, kind, biz_type, biz_id, effective_at, posted_at)
                      VALUES (${cellOf('platform')}, 'trf_alone', 'platform', 'X', 'x', 'y', '2026-01-01', '2026-01-01')`
    await assert.rejects(alone.execute(db), /has no entries/)
  })
})
