import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { withDatabase } from '#test/database.ts'
import { db, transaction } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import { credit, debit, PLATFORM, platform, platformBalances, post, prove, type Line } from './ledger.ts'

const bank = platform('1020', 'bank')
const settlement = platform('2110', 'sim')
const posts = (...lines: Line[]) =>
  transaction((tx) =>
    post(tx, { kind: 'PROGRAM_FUNDED', accountId: PLATFORM, biz: { type: 'test', id: newId('tst') }, lines }),
  )

describe('the accounts of the platform', () => {
  withDatabase()
  afterEach(async () => assert.deepEqual(await prove(), []))

  it('are each what went in less what went out again, assets and liabilities alike', async () => {
    await posts(debit(bank, 500), credit(settlement, 500))
    await posts(debit(settlement, 200), credit(bank, 200))
    assert.deepEqual(await platformBalances(db), [
      { code: '1020', owner: 'bank', currency: 'USD', debits: 500, credits: 200, balance: 300 },
      { code: '2110', owner: 'sim', currency: 'USD', debits: 200, credits: 500, balance: 300 },
    ])
  })
})
