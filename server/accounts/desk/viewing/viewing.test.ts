import assert from 'node:assert/strict'
import { test, afterEach } from 'node:test'
import { asks, openingInput, withIssuer, work } from '#test/fixtures/cards.ts'
import { refused, endOf } from '#test/refused.ts'
import { auditOf, newStaff } from '#test/fixtures/staff.ts'
import { newAccount, signIn, subOf, caller, withWorld, type Person } from '#test/world.ts'
import { wordsOf } from '#contract/core/refusals.ts'
import { revealKinds } from '#contract/staff/staff.ts'
import { listOperations } from '#server/audit/audit.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { db, sql } from '#server/core/db.ts'
import { prove } from '#server/ledger/ledger.ts'
import { accountAnswers } from '#server/accounts/module.ts'
import { MINUTE, nowMs, setClock, HOUR, startOf, dayOf } from '#server/core/clock.ts'
import { alarmAnswers } from '#server/staff/module.ts'

withIssuer({ connections: 12 })

const page = { pageNo: 1, pageSize: 10 }
const found = async (keyword: string): Promise<string[]> => {
  const { list } = await accountAnswers.searchAccounts(await newStaff(['SUPPORT']), { keyword })
  return list.map(({ accountId }) => accountId)
}

test('an account is found by its mobile, a sub-account’s, its number, a card’s last four and a transaction', async () => {
  const ana = await newAccount({ balanceCents: 100_00, plan: 'STANDARD' })
  const sub = await subOf(ana)
  const { cardId } = await asks(ana, 'openCard', openingInput({ rechargeAmount: 5000 }))
  await work()
  const { rows } = await sql<{ user_no: string; last4: string }>`
    SELECT user_no, last4 FROM account JOIN card USING (cell, account_id) WHERE card_id = ${cardId}`.execute(db)
  const hash = 'ab'.repeat(32)
  await sql`
    WITH named AS (INSERT INTO recharge_order_no (order_no, cell, account_id) VALUES ('tup_test', ${cellOf(ana.accountId)}, ${ana.accountId}))
    INSERT INTO recharge_order (cell, account_id, order_no, login_id, rail, quote_id, status, pay_currency, pay_units, value_cents, fee_bps, fee_cents,
                                credit_cents, rate, tx_hash, expires_at, created_at, updated_at)
    VALUES (${cellOf(ana.accountId)}, ${ana.accountId}, 'tup_test', ${ana.loginId}, 'USDT_TRC20', 'quo_test', 'EXPIRED', 'USDT', 1, 1, 0, 0, 0, '1', ${hash},
            ${new Date()}, ${new Date()}, ${new Date()})`.execute(db)
  for (const keyword of [
    ana.mobile,
    `+86 ${ana.mobile}`,
    sub.mobile,
    rows[0]!.user_no,
    rows[0]!.last4,
    hash,
    `0x${hash.toUpperCase()}`,
  ])
    assert.deepEqual(await found(keyword), [ana.accountId], keyword)
  for (const keyword of ['13900009999', '0000', '%%%%', 'nobody', 'cd'.repeat(32)])
    assert.deepEqual(await found(keyword), [])
})

test('one page has all of an account, and no personal data in the clear', async () => {
  const ana = await newAccount({ balanceCents: 100_00, plan: 'STANDARD' })
  await subOf(ana)
  await asks(ana, 'openCard', openingInput({ rechargeAmount: 5000 }))
  await work()
  await signIn(ana)
  const clerk = await newStaff(['SUPPORT'])
  const { accountId } = ana
  const shown = await accountAnswers.showAccount(clerk, { accountId })
  assert.deepEqual(
    [shown.wallet.available, shown.cards, shown.subs, shown.logins.length],
    [4575, { live: 1, balance: 5000 }, 1, 2],
  )
  assert.equal(shown.mobile, `${ana.mobile.slice(0, 3)}****${ana.mobile.slice(-4)}`)
  const lists = await Promise.all([
    accountAnswers.accountFlows(clerk, { accountId, ...page }),
    accountAnswers.accountCards(clerk, { accountId, ...page }),
    accountAnswers.accountDeclines(clerk, { accountId, ...page }),
    accountAnswers.accountOrders(clerk, { accountId, ...page }),
    accountAnswers.accountSessions(clerk, { accountId, ...page }),
    accountAnswers.accountLog(clerk, { accountId, ...page }),
  ])
  assert.deepEqual(
    lists.map(({ total }) => total).map((total) => total > 0),
    [true, true, false, false, true, true],
  )
  const said = JSON.stringify([shown, lists])
  for (const secret of [ana.mobile, 'Lopez', 'Cedar']) assert.ok(!said.includes(secret), secret)
})

test('a mobile is revealed for a reason, which both logs keep and its owner sees', async () => {
  const [ana, clerk] = [await newAccount(), await newStaff(['SUPPORT'])]
  const { accountId, loginId } = ana
  const { mobile } = await accountAnswers.revealMobile(clerk, {
    accountId,
    loginId,
    reason: 'called back about order 17',
  })
  assert.equal(mobile, `+86 ${ana.mobile}`)
  const { data } = await listOperations(ana, page)
  assert.equal(data[0]!.type, 'STAFF')
  assert.ok(data[0]!.content.includes('Reason: called back about order 17') && data[0]!.actorName.includes(clerk.name))
  assert.equal(data[0]!.ip, '')
  assert.equal((await auditOf(clerk)).length, 1)
  const kept = await sql<{ all: string }>`
    SELECT concat((SELECT jsonb_agg(to_jsonb(l)) FROM operate_log l), (SELECT jsonb_agg(to_jsonb(s)) FROM staff_audit s),
                  (SELECT jsonb_agg(to_jsonb(k)) FROM request_key k)) AS all`.execute(db)
  assert.ok(!kept.rows[0]!.all.includes(ana.mobile), 'no log and no kept answer holds the number')
})

test('another account’s login, and accounts that are not there, are not found, and nothing is written', async () => {
  const [ana, ben, clerk] = [await newAccount(), await newAccount(), await newStaff(['SUPPORT'])]
  const reveal = (accountId: string, loginId: string) =>
    accountAnswers.revealMobile(clerk, { accountId, loginId, reason: 'asked for' })
  await refused('not_found', reveal(ana.accountId, ben.loginId))
  await refused('not_found', reveal('usr_00000000000000000000000000', ana.loginId))
  await refused('not_found', accountAnswers.showAccount(clerk, { accountId: 'usr_00000000000000000000000000' }))
  assert.deepEqual(await auditOf(clerk), [])
  assert.equal((await listOperations(ana, page)).total, 0)
  assert.deepEqual(await prove(), [])
})

withWorld()
afterEach(() => setClock())

const whole = { pageNo: 1, pageSize: 50, cursor: undefined }
const seenBy = async (person: Person) =>
  (await listOperations({ ...person, from: caller({ lang: 'en' }) }, whole)).data
    .filter(({ type }) => type === 'STAFF')
    .map(({ actorName, content }) => `${actorName}: ${content}`)

test('whoever of the staff views an account, its cards, money or sessions, its holder reads it, without a name', async () => {
  const [ana, clerk] = [await newAccount({ balanceCents: 10_00 }), await newStaff(['SUPPORT'])]
  const { accountId } = ana
  await accountAnswers.showAccount(clerk, { accountId })
  await accountAnswers.accountCards(clerk, { accountId, ...whole })
  await accountAnswers.accountFlows(clerk, { accountId, ...whole })
  await accountAnswers.accountSessions(clerk, { accountId, ...whole })
  await accountAnswers.accountOrders(clerk, { accountId, ...whole })
  await accountAnswers.accountDeclines(clerk, { accountId, ...whole })
  await accountAnswers.accountLog(clerk, { accountId, ...whole })
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

test('a search is in the audit with its term masked, and every holder it shows reads of it, once, without the term or a name', async () => {
  const [ana, ben, clerk] = [await newAccount(), await newAccount(), await newStaff(['SUPPORT'])]
  const searches = () => accountAnswers.searchAccounts(clerk, { keyword: ana.mobile })
  const { list } = await searches()
  assert.equal(list.length, 1)
  const masked = `VIEW ${ana.mobile.slice(0, 2)}****${ana.mobile.slice(-2)}`
  assert.deepEqual(await auditOf(clerk), [masked])
  await searches()
  assert.deepEqual(await auditOf(clerk), [masked, masked])
  const seen = await seenBy(ana)
  assert.equal(seen.length, 1)
  assert.ok(seen[0]!.endsWith('Customer service viewed your account: search result'), seen[0])
  for (const word of [clerk.name, ana.mobile]) assert.ok(!seen[0]!.includes(word))
  assert.deepEqual(await seenBy(ben), [])
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
