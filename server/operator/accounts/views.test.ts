import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { auditOf, newStaff } from '#test/staff.ts'
import { caller, newAccount, withWorld, type Person } from '#test/world.ts'
import { listOperations } from '#server/audit/audit.ts'
import { MINUTE, nowMs, setClock } from '#server/core/clock.ts'
import { accountAnswers } from '../module.ts'

withWorld()
afterEach(() => setClock())

const page = { pageNo: 1, pageSize: 50, cursor: undefined }
const seenBy = async (person: Person) =>
  (await listOperations({ ...person, from: caller({ lang: 'en' }) }, page)).data
    .filter(({ type }) => type === 'STAFF')
    .map(({ actorName, content }) => `${actorName}: ${content}`)

test('whoever of the staff views an account, its cards, money or sessions, its holder reads it, without a name', async () => {
  const [ana, clerk] = [await newAccount({ balanceCents: 10_00 }), await newStaff(['SUPPORT'])]
  const { accountId } = ana
  await accountAnswers.showAccount(clerk, { accountId })
  await accountAnswers.accountCards(clerk, { accountId, ...page })
  await accountAnswers.accountFlows(clerk, { accountId, ...page })
  await accountAnswers.accountSessions(clerk, { accountId, ...page })
  await accountAnswers.accountOrders(clerk, { accountId, ...page })
  await accountAnswers.accountDeclines(clerk, { accountId, ...page })
  await accountAnswers.accountLog(clerk, { accountId, ...page })
  const seen = await seenBy(ana)
  assert.equal(seen.length, 7)
  assert.ok(seen.some((line) => line.endsWith('Customer service viewed your account: cards')))
  assert.ok(!seen.some((line) => line.includes(clerk.name)))
  assert.equal((await auditOf(clerk)).filter((line) => line.startsWith('VIEW')).length, 7)
})

test('a reload within a quarter of an hour is the same view; later, or by another, it is one more', async () => {
  const [ana, clerk] = [await newAccount(), await newStaff(['SUPPORT'])]
  const { accountId } = ana
  const views = () => accountAnswers.showAccount(clerk, { accountId })
  await Promise.all([views(), views(), views()])
  await views()
  assert.equal((await seenBy(ana)).length, 1)
  await accountAnswers.showAccount(await newStaff(['RISK']), { accountId })
  assert.equal((await seenBy(ana)).length, 2)
  const later = nowMs() + 16 * MINUTE
  setClock(() => later)
  await views()
  assert.equal((await seenBy(ana)).length, 3)
})

test('a search is in the audit with its term masked, and in no holder’s log before the account is opened', async () => {
  const [ana, clerk] = [await newAccount(), await newStaff(['SUPPORT'])]
  const { list } = await accountAnswers.searchAccounts(clerk, { keyword: ana.mobile })
  assert.equal(list.length, 1)
  const lines = await auditOf(clerk)
  assert.deepEqual(lines, [`VIEW ${ana.mobile.slice(0, 2)}****${ana.mobile.slice(-2)}`])
  assert.deepEqual(await seenBy(ana), [])
})
