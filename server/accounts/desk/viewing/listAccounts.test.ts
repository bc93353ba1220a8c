import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditOf, newStaff } from '#test/fixtures/staff.ts'
import { newAccount, withWorld } from '#test/world.ts'
import { transaction } from '#server/core/db.ts'
import { changeAccount } from '#server/identity/identity.ts'
import { accountAnswers } from '#server/accounts/module.ts'

withWorld()

const page = { pageNo: 1, pageSize: 10, mark: undefined }
const few = (list: readonly { accountId: string }[], ids: readonly string[]) =>
  list.map(({ accountId }) => accountId).filter((id) => ids.includes(id))

test('accounts are listed by what one comes for, without personal data, and the listing is in the audit', async () => {
  const clerk = await newStaff(['SUPPORT'])
  const ana = await newAccount({ balanceCents: 10_00 })
  const ben = await newAccount({ balanceCents: 900_000_00 })
  const ids = [ana.accountId, ben.accountId]
  const list = (order: 'NEWEST' | 'BIGGEST' | 'RISKIEST' | 'SEEN') =>
    accountAnswers.listAccounts(clerk, { ...page, order })

  const newest = await list('NEWEST')
  assert.deepEqual(few(newest.data, ids), [ben.accountId, ana.accountId])
  assert.deepEqual([newest.data[0]!.money, newest.data[0]!.declineBps], [900_000_00, null])
  assert.ok(!JSON.stringify(newest).includes('mobile'))
  assert.equal((await list('BIGGEST')).data[0]?.accountId, ben.accountId)

  assert.deepEqual((await list('SEEN')).data, [])
  await accountAnswers.showAccount(clerk, { accountId: ana.accountId })
  const seen = await list('SEEN')
  assert.deepEqual(few(seen.data, ids), [ana.accountId])
  assert.ok(seen.data[0]!.seenTime !== null)
  const other = await accountAnswers.listAccounts(await newStaff(['SUPPORT']), { ...page, order: 'SEEN' })
  assert.deepEqual(other.data, [])
  assert.ok((await auditOf(clerk)).filter((line) => line.startsWith('VIEW')).length >= 4)
})

test('a mark narrows every order', async () => {
  const clerk = await newStaff(['RISK'])
  const [ana, ben] = [await newAccount(), await newAccount()]
  await transaction((tx) => changeAccount(tx, ana.accountId, { risk: 'SHUTDOWN' }))
  const { data } = await accountAnswers.listAccounts(clerk, { ...page, order: 'NEWEST', mark: 'STOPPED' })
  assert.deepEqual(few(data, [ana.accountId, ben.accountId]), [ana.accountId])
  await accountAnswers.showAccount(clerk, { accountId: ben.accountId })
  const seen = await accountAnswers.listAccounts(clerk, { ...page, order: 'SEEN', mark: 'STOPPED' })
  assert.deepEqual(few(seen.data, [ana.accountId, ben.accountId]), [])
})
