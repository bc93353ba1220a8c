import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { auditOf, newStaff } from '#test/staff.ts'
import { caller, newAccount, withWorld, type Person } from '#test/world.ts'
import { refused, endOf } from '#test/refused.ts'
import { revealKinds } from '#contract/staff/reveals.ts'
import { wordsOf } from '#contract/core/refusals.ts'
import { listOperations } from '#server/audit/audit.ts'
import { MINUTE, nowMs, setClock, HOUR, startOf, dayOf } from '#server/core/clock.ts'
import { accountAnswers } from '#server/accounts/module.ts'
import { alarmAnswers } from '#server/staff/module.ts'

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

withWorld({ connections: 12 })
afterEach(() => setClock())

const { perDay } = revealKinds.MOBILE
const openAlarms = async () => {
  const { data } = await alarmAnswers.listAlarms(await newStaff(['ADMIN']), {})
  return data.filter(({ kind }) => kind === 'REVEAL_CAP')
}

test('one of the staff sees so many mobiles in a day and no more, however many are asked for at once', async () => {
  const noon = startOf(dayOf(nowMs())) + 12 * HOUR
  setClock(() => noon)
  const [ana, clerk, other] = [await newAccount(), await newStaff(['SUPPORT']), await newStaff(['SUPPORT'])]
  const { accountId, loginId } = ana
  const reveal = (who = clerk) => accountAnswers.revealMobile(who, { accountId, loginId, reason: 'called back' })
  const ends = await Promise.all(Array.from({ length: perDay + 10 }, () => endOf(reveal())))
  assert.deepEqual(
    [ends.filter((end) => end === 'ok').length, ends.filter((end) => end === 'reveal_cap_reached').length],
    [perDay, 10],
  )
  assert.equal((await auditOf(clerk)).length, perDay, 'what was refused was not shown, and is not in the chain')
  assert.equal((await listOperations(ana, { pageNo: 1, pageSize: 10 })).total, perDay)

  const [alarm, ...more] = await openAlarms()
  assert.deepEqual([alarm!.subject, more.length], [`${clerk.staffId} MOBILE`, 0])
  assert.match(alarm!.text, new RegExp(`\\b${perDay}\\b`))
  assert.equal(alarm!.times, 11, 'when the last was shown, and for each that was refused')

  await reveal(other)
  setClock(() => startOf(dayOf(noon) + 1) - 1)
  await refused('reveal_cap_reached', reveal())
  setClock(() => startOf(dayOf(noon) + 1))
  await reveal()
})

test('what could not be shown does not count', async () => {
  const [ana, clerk] = [await newAccount(), await newStaff(['SUPPORT'])]
  const reveal = (accountId: string) =>
    accountAnswers.revealMobile(clerk, { accountId, loginId: ana.loginId, reason: 'called back' })
  for (let n = 0; n < 5; n++) await refused('not_found', reveal((await newAccount()).accountId))
  const ends = await Promise.all(Array.from({ length: perDay }, () => endOf(reveal(ana.accountId))))
  assert.ok(ends.every((end) => end === 'ok'))
})

test('the desk reads why, and until when, in both languages', () => {
  assert.match(wordsOf('reveal_cap_reached', 'en'), /limit.+midnight/)
  assert.match(wordsOf('reveal_cap_reached', 'cn'), /上限.+0 点/)
})
