import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { nothingAbove, owner, withDatabase } from '#test/database.ts'
import { nowMs } from '#server/core/clock.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { db, sql, transaction, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { compose, gather } from '#server/core/composition.ts'
import * as ledger from '../ledger.ts'
import { cardAccount, credit, debit, platform, wallet, type Transfer } from '../ledger.ts'
import type { Break } from './checks.ts'
import { saveCheckpoint } from './checkpoints.ts'
import { breaksSeenBy } from './prove.ts'

/** A small correct book: a top-up, a load, a clearing of part of a hold, and an open hold. */
async function smallBook(account = newId('acc')) {
  const [money, card] = [wallet(account), cardAccount(account, newId('crd'))]
  const transfer = (kind: Transfer['kind'], lines: Transfer['lines'], more: Partial<Transfer> = {}): Transfer => ({
    kind,
    accountId: account,
    biz: { type: 'book', id: newId('ex') },
    lines,
    ...more,
  })
  await transaction(async (tx) => {
    await ledger.openAccounts(tx, [money, card])
    await ledger.post(tx, transfer('TOPUP_WIRE', [debit(platform('1020', 'bank'), 10_000), credit(money, 10_000)]))
    await ledger.post(tx, transfer('CARD_LOAD', [debit(money, 5000), credit(card, 5000)]))
    await ledger.hold(tx, { on: card, amount: 700, biz: { type: 'auth', id: newId('aut') } })
    const { holdId } = await ledger.hold(tx, { on: card, amount: 900, biz: { type: 'auth', id: newId('aut') } })
    await ledger.post(
      tx,
      transfer('CLEARING', [debit(card, 400), credit(platform('2110', 'sim'), 400)], {
        resolves: [{ hold: holdId, amount: 400, rest: 'keep' }],
      }),
    )
  })
  return { account, money, card }
}

/** An account of this cell. */
function accountIn(cell: number): string {
  for (;;) {
    const account = newId('acc')
    if (cellOf(account) === cell) return account
  }
}

/** Of the last book that was written. */
const walletId = sql`(SELECT max(la_id) FROM ledger_account WHERE code = '2010')`
const cardId = sql`(SELECT max(la_id) FROM ledger_account WHERE code = '2020')`
const last = (kind: string) => sql`(SELECT max(transfer_id) FROM ledger_transfer WHERE kind = ${kind})`
const lastLoad = last('CARD_LOAD')

const signsCheckpoints = () =>
  useSecrets({ fieldKey: Buffer.alloc(32, 1).toString('base64'), lookupKey: Buffer.alloc(32, 2).toString('base64') })

/** Tampering by someone with all rights, and the checks that must detect it. */
const wrongs: Record<string, { does: ReturnType<typeof sql>[]; found: string[]; alsoByNew?: string[] }> = {
  'an amount that is changed': {
    does: [sql`UPDATE ledger_entry SET amount = amount + 1 WHERE transfer_id = ${lastLoad} AND side = 'D'`],
    found: ['transfer-unbalanced', 'balance-not-its-entries', 'history-broken'],
  },
  'an entry whose transfer is gone': {
    does: [sql`DELETE FROM ledger_transfer WHERE transfer_id = ${lastLoad}`],
    found: ['entry-without-transfer'],
  },
  'a transfer without entries': {
    does: [
      sql`INSERT INTO ledger_transfer (cell, transfer_id, account_id, kind, biz_type, biz_id, effective_at, posted_at)
               SELECT cell, 'trf_alone', account_id, kind, 'alone', '1', posted_at, posted_at FROM ledger_transfer LIMIT 1`,
    ],
    found: ['transfer-without-entries'],
  },
  'a balance that is raised': {
    does: [sql`UPDATE ledger_account SET posted = posted + 1 WHERE la_id = ${walletId}`],
    found: ['balance-not-its-entries'],
  },
  'a transfer that is cut out whole': {
    does: [
      sql`ALTER TABLE ledger_account DROP CONSTRAINT wallet_not_negative`,
      sql`UPDATE ledger_account AS account SET posted = posted - CASE WHEN side = normal THEN amount ELSE -amount END, version = version - 1
            FROM ledger_entry AS entry WHERE (entry.cell, entry.la_id) = (account.cell, account.la_id) AND transfer_id = ${last('TOPUP_WIRE')} AND mode = 'ROW'`,
      sql`DELETE FROM ledger_entry WHERE transfer_id = ${last('TOPUP_WIRE')}`,
      sql`DELETE FROM ledger_transfer WHERE transfer_id = ${last('TOPUP_WIRE')}`,
    ],
    found: ['history-broken', 'wallet-negative'],
  },
  'a balance after that is wrong': {
    does: [
      sql`UPDATE ledger_entry SET balance_after = balance_after - 5 WHERE la_id = ${walletId} AND account_version = 1`,
    ],
    found: ['history-broken'],
  },
  'held money that no hold explains': {
    does: [sql`UPDATE ledger_account SET held = held + 1 WHERE la_id = ${cardId}`],
    found: ['held-not-its-holds'],
  },
  'a hold that gave more than it had': {
    does: [
      sql`ALTER TABLE ledger_hold DROP CONSTRAINT hold_not_over_resolved`,
      sql`UPDATE ledger_hold SET posted = 901 WHERE la_id = ${cardId} AND state = 'PARTIAL'`,
    ],
    found: ['hold-over-resolved'],
  },
  'a hold that keeps more than it held': {
    does: [
      sql`ALTER TABLE ledger_hold DROP CONSTRAINT hold_not_over_resolved`,
      sql`UPDATE ledger_hold SET remaining = 701 WHERE la_id = ${cardId} AND state = 'OPEN'`,
      sql`UPDATE ledger_account SET held = held + 1 WHERE la_id = ${cardId}`,
    ],
    found: ['hold-over-resolved'],
  },
  'a payable of which more is held than there is': {
    does: [
      sql`INSERT INTO ledger_account (cell, account_id, code, owner, currency, scale, normal, mode, floor, held, created_at)
               SELECT cell, account_id, '2410', owner, currency, scale, normal, mode, 0, 1, created_at FROM ledger_account WHERE la_id = ${walletId}`,
    ],
    found: ['held-not-its-holds', 'under-the-floor'],
  },
  'a wallet in debt': {
    does: [
      sql`ALTER TABLE ledger_account DROP CONSTRAINT wallet_not_negative`,
      sql`UPDATE ledger_account SET posted = -1 WHERE la_id = ${walletId}`,
    ],
    found: ['balance-not-its-entries', 'wallet-negative'],
  },
  'a receivable below nothing': {
    does: [
      sql`INSERT INTO ledger_account (cell, account_id, code, owner, currency, scale, normal, mode, floor, posted, created_at)
               SELECT cell, account_id, '1310', owner, currency, scale, 'D', mode, 0, -1, created_at FROM ledger_account WHERE la_id = ${walletId}`,
    ],
    found: ['balance-not-its-entries', 'under-the-floor'],
  },
  'money of one customer moved to another': {
    does: [sql`UPDATE ledger_account SET account_id = 'acc_other' WHERE la_id = ${walletId}`],
    found: ['in-another-cell', 'transfer-of-two-tenants'],
  },
  'an entry moved to another cell': {
    does: [sql`UPDATE ledger_entry SET cell = (cell + 1) % 64 WHERE transfer_id = ${lastLoad} AND side = 'D'`],
    found: [
      'balance-not-its-entries',
      'client-money-uncovered',
      'entry-without-transfer',
      'transfer-unbalanced',
      'transfer-without-entries',
    ],
  },
  'all of it in another cell': {
    does: [
      sql`ALTER TABLE ledger_transfer DROP CONSTRAINT transfer_in_its_cell`,
      sql`ALTER TABLE ledger_hold DROP CONSTRAINT hold_in_its_cell`,
      ...['account', 'transfer', 'entry', 'hold'].map((name) =>
        sql.raw(`UPDATE ledger_${name} SET cell = (cell + 9) % 64`),
      ),
    ],
    found: ['in-another-cell'],
    // The checkpoint is where it was.
    alsoByNew: ['balance-not-its-entries'],
  },
  'client money that is not there': {
    does: [sql`UPDATE ledger_account SET code = '1010' WHERE code = '1020'`],
    found: ['client-money-uncovered'],
  },
}

for (const kind of ['WHOLE', 'NEW'] as const)
  describe(`by a proof of ${kind === 'WHOLE' ? 'everything' : 'what is new'}, a book with`, () => {
    withDatabase({ connections: 4 })
    before(async () => {
      signsCheckpoints()
      await smallBook()
      if (kind === 'NEW') await saveCheckpoint(nowMs() + 1, undefined, 0)
      await sleep(2)
      if (kind === 'NEW') await smallBook()
    })

    for (const [wrong, { does, found, alsoByNew = [] }] of Object.entries(wrongs))
      it(`${wrong} is found out by ${found.join(', ')}`, async () => {
        const tx = await owner.startTransaction().execute()
        try {
          assert.deepEqual(await breaksSeenBy(tx, 20, { kind }), [])
          await sql`SET LOCAL session_replication_role = replica`.execute(tx) // triggers off, as only a superuser can
          for (const one of does) await one.execute(tx)
          const named = new Set((await breaksSeenBy(tx, 20, { kind })).map(({ check }) => check))
          assert.deepEqual([...named].sort(), [...found, ...(kind === 'NEW' ? alsoByNew : [])].sort())
        } finally {
          await tx.rollback().execute()
        }
      })
  })

describe('the tables themselves', () => {
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
  const byHand = (entries: string, { id = 'trf_hand', transfer = true, cell = cellOf('platform') } = {}) =>
    sql
      .raw(`WITH ${
        transfer
          ? `t AS (INSERT INTO ledger_transfer (cell, transfer_id, account_id, kind, biz_type, biz_id, effective_at, posted_at)
      VALUES (${cellOf('platform')}, '${id}', 'platform', 'X', 'x', '${id}', '2026-01-01', '2026-01-01')),`
          : ''
      }
      e AS (INSERT INTO ledger_entry (cell, transfer_id, n, account_id, la_id, side, amount, currency, posted_at)
      SELECT ${cell}, '${id}', n, 'platform', (SELECT la_id FROM ledger_account WHERE code = owner_code ORDER BY cell = ${cell} DESC LIMIT 1), side, amount, currency, '2026-01-01'
        FROM (VALUES ${entries}) AS v (n, owner_code, side, amount, currency)) SELECT 1`)
      .execute(db)

  it('refuse a transfer that does not balance, is not whole, or does not fit', async () => {
    await assert.rejects(byHand(`(1, '1020', 'D', 5, 'USD'), (2, '2110', 'C', 4, 'USD')`), /does not balance/)
    await assert.rejects(byHand(`(1, '1020', 'D', 5, 'USD'), (3, '2110', 'C', 5, 'USD')`), /not written whole/)
    await assert.rejects(byHand(`(1, '1020', 'D', 0, 'USD'), (2, '2110', 'C', 0, 'USD')`), /amount_check/)
    await assert.rejects(byHand(`(1, '1020', 'D', 5, 'CNY'), (2, '2110', 'C', 5, 'CNY')`), /fits no/)
    await assert.rejects(byHand(`(1, '1020', 'D', 5, 'USD'), (2, '2010', 'C', 5, 'USD')`), /fits no/)
    await assert.rejects(
      byHand(`(1, '1020', 'D', 5, 'USD'), (2, '2110', 'C', 5, 'USD')`, { transfer: false }),
      /fits no/,
    )
    await byHand(`(1, '1020', 'D', 5, 'USD'), (2, '2110', 'C', 5, 'USD')`)
    await assert.rejects(
      byHand(`(3, '1020', 'D', 5, 'USD'), (4, '2110', 'C', 5, 'USD')`, { transfer: false }),
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
    await assert.rejects(byHand(`(1, '1020', 'D', 5, 'USD'), (2, '2110', 'C', 5, 'USD')`, astray), /fits no/)
    await assert.rejects(byHand(`(1, '1020', 'D', 5, 'USD'), (2, '4010', 'C', 5, 'USD')`, astray), /fits no/)
    for (const wrong of [
      sql`UPDATE ledger_account SET cell = ${cell} WHERE account_id = ${other}`,
      sql`INSERT INTO ledger_account (cell, account_id, code, owner, currency, scale, normal, mode, created_at)
          SELECT ${cell}, account_id, '1310', owner, currency, scale, 'D', mode, created_at FROM ledger_account WHERE account_id = ${other} AND code = '2010'`,
    ])
      await assert.rejects(wrong.execute(owner), /is not in cell/)
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

  it('answer what a higher module also wants proven', async () => {
    const check = {
      name: 'nobody-is-called-bob',
      says: 'no tenant is called bob',
      query: `SELECT account_id AS subject, '{}'::json AS found FROM ledger_account WHERE account_id = 'bob'`,
    }
    compose(gather([nothingAbove, { proofs: [check] }]))
    assert.deepEqual(await ledger.prove(), [])
    await transaction((tx) => ledger.openAccounts(tx, [wallet('bob')]))
    assert.deepEqual(
      (await ledger.prove()).map(({ check, subject }) => [check, subject]),
      [['nobody-is-called-bob', 'bob']],
    )
  })
})

describe('the proof', () => {
  withDatabase({ connections: 4 })
  before(() => smallBook())

  it('says where a history breaks, with the balance that was to follow', async () => {
    const tx = await owner.startTransaction().execute()
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await sql`UPDATE ledger_entry SET balance_after = 4999 WHERE la_id = ${walletId} AND account_version = 2`.execute(
      tx,
    )
    const broken = (await breaksSeenBy(tx)).filter(({ check }) => check === 'history-broken')
    await tx.rollback().execute()
    assert.deepEqual(
      broken.map(({ found }) => found),
      [{ version: 2, follows: 1, balanceAfter: 4999, expected: 5000 }],
    )
  })

  it('tells twenty breaks of a kind, or as many as it is asked for, and is not cut off while it thinks', async () => {
    const check = {
      name: 'all-wrong',
      says: 'it is',
      query: `SELECT n::text AS subject, '{}'::json AS found FROM generate_series(1, 30) AS n`,
    }
    const idle = {
      name: 'idle',
      says: 'a check may think for long',
      judge: async (tx: Tx, atMost: number) => {
        const { rows } = await sql<{
          ms: string
        }>`SELECT current_setting('idle_in_transaction_session_timeout') AS ms`.execute(tx)
        return [{ subject: rows[0]!.ms, found: { atMost } }]
      },
    }
    compose(gather([nothingAbove, { proofs: [check, idle] }]))
    const seen = (breaks: Break[]) => [breaks.length, breaks.at(-1)?.subject, breaks.at(-1)?.found]
    assert.deepEqual(seen(await ledger.prove()), [21, '0', { atMost: 20 }])
    assert.deepEqual(seen(await ledger.prove({ atMost: 2 })), [3, '0', { atMost: 2 }])
    assert.equal((await transaction((tx) => ledger.breaksIn(tx))).length, 21)
    assert.deepEqual(ledger.checkNames().slice(-2), ['all-wrong', 'idle'])
    compose(gather([nothingAbove]))
  })
})
