import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { nothingAbove, owner, withDatabase } from '#test/database.ts'
import { db, sql, transaction, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { compose, gather } from '#server/core/composition.ts'
import * as ledger from '../ledger.ts'
import { cardAccount, credit, debit, platform, wallet, type Transfer } from '../ledger.ts'
import type { Break } from './checks.ts'
import { breaksSeenBy } from './prove.ts'

/** A small correct book: a top-up, a load, a clearing of part of a hold, and an open hold. */
async function smallBook() {
  const account = newId('acc')
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

const walletId = sql`(SELECT la_id FROM ledger_account WHERE code = '2010' LIMIT 1)`
const bankId = sql`(SELECT la_id FROM ledger_account WHERE code = '1020' LIMIT 1)`
const lastLoad = sql`(SELECT transfer_id FROM ledger_transfer WHERE kind = 'CARD_LOAD')`

/** Tampering by someone with all rights, and the checks that must detect it. */
const wrongs: Record<string, { does: ReturnType<typeof sql>[]; found: string[] }> = {
  'an amount that is changed': {
    does: [sql`UPDATE ledger_entry SET amount = amount + 1 WHERE transfer_id = ${lastLoad} AND side = 'D'`],
    found: ['transfer-unbalanced', 'balance-not-its-entries', 'history-broken'],
  },
  'an entry whose transfer is gone': {
    does: [sql`DELETE FROM ledger_transfer WHERE kind = 'CARD_LOAD'`],
    found: ['entry-without-transfer'],
  },
  'a transfer without entries': {
    does: [
      sql`INSERT INTO ledger_transfer (transfer_id, account_id, kind, biz_type, biz_id, effective_at, posted_at)
               SELECT 'trf_alone', account_id, kind, 'alone', '1', posted_at, posted_at FROM ledger_transfer LIMIT 1`,
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
            FROM ledger_entry AS entry WHERE entry.la_id = account.la_id AND transfer_id = (SELECT transfer_id FROM ledger_transfer WHERE kind = 'TOPUP_WIRE') AND mode = 'ROW'`,
      sql`DELETE FROM ledger_entry WHERE transfer_id = (SELECT transfer_id FROM ledger_transfer WHERE kind = 'TOPUP_WIRE')`,
      sql`DELETE FROM ledger_transfer WHERE kind = 'TOPUP_WIRE'`,
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
    does: [sql`UPDATE ledger_account SET held = held + 1 WHERE code = '2020'`],
    found: ['held-not-its-holds'],
  },
  'a hold that gave more than it had': {
    does: [
      sql`ALTER TABLE ledger_hold DROP CONSTRAINT hold_not_over_resolved`,
      sql`UPDATE ledger_hold SET posted = 901 WHERE state = 'PARTIAL'`,
    ],
    found: ['hold-over-resolved'],
  },
  'a hold that keeps more than it held': {
    does: [
      sql`ALTER TABLE ledger_hold DROP CONSTRAINT hold_not_over_resolved`,
      sql`UPDATE ledger_hold SET remaining = 701 WHERE state = 'OPEN'`,
      sql`UPDATE ledger_account SET held = held + 1 WHERE code = '2020'`,
    ],
    found: ['hold-over-resolved'],
  },
  'a payable of which more is held than there is': {
    does: [
      sql`INSERT INTO ledger_account (account_id, code, owner, currency, scale, normal, mode, floor, held, created_at)
               SELECT account_id, '2410', owner, currency, scale, normal, mode, 0, 1, created_at FROM ledger_account WHERE la_id = ${walletId}`,
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
      sql`INSERT INTO ledger_account (account_id, code, owner, currency, scale, normal, mode, floor, posted, created_at)
               SELECT account_id, '1310', owner, currency, scale, 'D', mode, 0, -1, created_at FROM ledger_account WHERE la_id = ${walletId}`,
    ],
    found: ['balance-not-its-entries', 'under-the-floor'],
  },
  'money of one customer moved to another': {
    does: [sql`UPDATE ledger_account SET account_id = 'acc_other' WHERE la_id = ${walletId}`],
    found: ['transfer-of-two-tenants'],
  },
  'client money that is not there': {
    does: [sql`UPDATE ledger_account SET code = '1010' WHERE la_id = ${bankId}`],
    found: ['client-money-uncovered'],
  },
}

describe('a book with', () => {
  withDatabase({ connections: 4 })
  before(smallBook)

  for (const [wrong, { does, found }] of Object.entries(wrongs))
    it(`${wrong} is found out by ${found.join(', ')}`, async () => {
      const tx = await owner.startTransaction().execute()
      assert.deepEqual(await breaksSeenBy(tx), [])
      await sql`SET LOCAL session_replication_role = replica`.execute(tx) // triggers off, as only a superuser can
      for (const one of does) await one.execute(tx)
      const named = new Set((await breaksSeenBy(tx)).map(({ check }) => check))
      await tx.rollback().execute()
      assert.deepEqual([...named].sort(), [...found].sort())
    })
})

describe('the tables themselves', () => {
  withDatabase({ connections: 4 })
  before(smallBook)

  it('refuse to change, delete or empty what is written', async () => {
    for (const table of ['ledger_entry', 'ledger_transfer']) {
      await assert.rejects(sql.raw(`UPDATE ${table} SET posted_at = posted_at`).execute(owner), /append-only/)
      await assert.rejects(sql.raw(`DELETE FROM ${table}`).execute(owner), /append-only/)
      await assert.rejects(sql.raw(`TRUNCATE ${table}`).execute(owner), /append-only/)
    }
    for (const table of ['ledger_account', 'ledger_hold']) {
      await assert.rejects(sql.raw(`DELETE FROM ${table}`).execute(owner), /append-only/)
      await assert.rejects(sql.raw(`TRUNCATE ${table}`).execute(owner), /append-only/)
    }
  })

  /** A transfer inserted by hand, bypassing the code: the database itself is the last guard. */
  const byHand = (entries: string, transfer = true) =>
    sql
      .raw(`WITH ${
        transfer
          ? `t AS (INSERT INTO ledger_transfer (transfer_id, account_id, kind, biz_type, biz_id, effective_at, posted_at)
      VALUES ('trf_hand', 'platform', 'X', 'x', 'x', '2026-01-01', '2026-01-01')),`
          : ''
      }
      e AS (INSERT INTO ledger_entry (transfer_id, n, account_id, la_id, side, amount, currency, posted_at)
      SELECT 'trf_hand', n, 'platform', (SELECT la_id FROM ledger_account WHERE code = owner_code LIMIT 1), side, amount, currency, '2026-01-01'
        FROM (VALUES ${entries}) AS v (n, owner_code, side, amount, currency)) SELECT 1`)
      .execute(db)

  it('refuse a transfer that does not balance, is not whole, or does not fit', async () => {
    await assert.rejects(byHand(`(1, '1020', 'D', 5, 'USD'), (2, '2110', 'C', 4, 'USD')`), /does not balance/)
    await assert.rejects(byHand(`(1, '1020', 'D', 5, 'USD'), (3, '2110', 'C', 5, 'USD')`), /not written whole/)
    await assert.rejects(byHand(`(1, '1020', 'D', 0, 'USD'), (2, '2110', 'C', 0, 'USD')`), /amount_check/)
    await assert.rejects(byHand(`(1, '1020', 'D', 5, 'CNY'), (2, '2110', 'C', 5, 'CNY')`), /fits no/)
    await assert.rejects(byHand(`(1, '1020', 'D', 5, 'USD'), (2, '2010', 'C', 5, 'USD')`), /fits no/)
    await assert.rejects(byHand(`(1, '1020', 'D', 5, 'USD'), (2, '2110', 'C', 5, 'USD')`, false), /fits no/)
    await byHand(`(1, '1020', 'D', 5, 'USD'), (2, '2110', 'C', 5, 'USD')`)
    await assert.rejects(byHand(`(3, '1020', 'D', 5, 'USD'), (4, '2110', 'C', 5, 'USD')`, false), /not written whole/)
    assert.deepEqual(await ledger.prove(), [])
  })

  it('refuse a transfer that has no entries', async () => {
    const alone = sql`INSERT INTO ledger_transfer (transfer_id, account_id, kind, biz_type, biz_id, effective_at, posted_at)
                      VALUES ('trf_alone', 'platform', 'X', 'x', 'y', '2026-01-01', '2026-01-01')`
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
  before(smallBook)

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
