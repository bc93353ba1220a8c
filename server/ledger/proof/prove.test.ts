import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ignoreTriggers, nothingAbove, owner, withDatabase } from '#test/database.ts'
import { smallBook } from '#test/fixtures/postings.ts'
import { nowMs } from '#server/core/clock.ts'
import { sql, transaction, type Tx } from '#server/core/db.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { compose, gather } from '#server/core/composition.ts'
import * as ledger from '../ledger.ts'
import { wallet } from '../ledger.ts'
import type { Break } from './checks.ts'
import { saveCheckpoint } from './checkpoints.ts'
import { breaksSeenBy } from './prove.ts'

/** Of the last book that was written. */
const walletId = sql`(SELECT max(la_id) FROM ledger_account WHERE code = '2010')`
const cardId = sql`(SELECT max(la_id) FROM ledger_account WHERE code = '2020')`
const last = (kind: string) => sql`(SELECT max(transfer_id) FROM ledger_transfer WHERE kind = ${kind})`
const lastLoad = last('CARD_LOAD')

const signsCheckpoints = () =>
  useSecrets({ fieldKey: Buffer.alloc(32, 1).toString('base64'), lookupKey: Buffer.alloc(32, 2).toString('base64') })

/** Copies rows to a later cell and deletes the originals: Citus refuses to update a cell. */
const moves = (table: string, cells: number, where = sql`true`): ReturnType<typeof sql>[] => [
  sql`CREATE TABLE moved AS SELECT * FROM ${sql.ref(table)} WHERE ${where}`,
  sql`UPDATE moved SET cell = (cell + ${sql.lit(cells)}) % 64`,
  sql`DELETE FROM ${sql.ref(table)} WHERE ${where}`,
  sql`INSERT INTO ${sql.ref(table)} OVERRIDING SYSTEM VALUE SELECT * FROM moved`,
  sql`DROP TABLE moved`,
]

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
    does: moves('ledger_entry', 1, sql`transfer_id = ${lastLoad} AND side = 'D'`),
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
      ...['account', 'transfer', 'entry', 'hold'].flatMap((name) => moves(`ledger_${name}`, 9)),
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
          await ignoreTriggers(tx)
          for (const one of does) await one.execute(tx)
          const named = new Set((await breaksSeenBy(tx, 20, { kind })).map(({ check }) => check))
          assert.deepEqual([...named].sort(), [...found, ...(kind === 'NEW' ? alsoByNew : [])].sort())
        } finally {
          await tx.rollback().execute()
        }
      })
  })

describe('the proof', () => {
  withDatabase({ connections: 4 })
  before(() => smallBook())

  it('says where a history breaks, with the balance that was to follow', async () => {
    const tx = await owner.startTransaction().execute()
    await ignoreTriggers(tx)
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

  it('answers what a higher module also wants proven', async () => {
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
