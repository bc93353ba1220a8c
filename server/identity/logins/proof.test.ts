import assert from 'node:assert/strict'
import { test } from 'node:test'
import { owner } from '#test/database.ts'
import { newAccount, newMobile, withWorld } from '#test/world.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { prove } from '#server/ledger/ledger.ts'
import { mobileHash, mobileHashes, mobileOf, sealMobile, type Mobile } from './mobiles.ts'
import { openAccount } from '../people/people.ts'
import { forgetLogin, loginByMobile, loginByName, updateMobile } from './queries.ts'

withWorld()

const breaks = async () => (await prove()).map(({ check }) => check)
const newNumber = (): Mobile => mobileOf(newMobile(), '86')
const open = (mobile: Mobile, loginName: string) =>
  transaction((tx) => openAccount(tx, { mobile, passwordHash: 'x', loginName }))

test('the proof sees each way in which logins and their directories can part', async () => {
  await newAccount()
  const { loginId } = await open(newNumber(), 'ana')
  assert.deepEqual(await breaks(), [])
  for (const [directory, one] of [
    ['login_by_mobile', 'login-not-found-by-its-mobile'],
    ['login_by_name', 'login-not-found-by-its-name'],
  ] as const) {
    const change = (what: string) =>
      sql`UPDATE ${sql.table(directory)} SET ${sql.raw(what)} WHERE strpos(login_id, ${loginId}) > 0`.execute(owner)
    for (const [sabotage, mend] of [
      ["login_id = 'x' || login_id", 'login_id = substr(login_id, 2)'],
      ['cell = cell + 1', 'cell = cell - 1'],
    ] as const) {
      await change(sabotage)
      // The login that is not found, and what is found and is no login.
      assert.deepEqual(await breaks(), [one, one], `${directory}: ${sabotage}`)
      await change(mend)
    }
  }
  assert.deepEqual(await breaks(), [])
})

test('the proof sees an account that its numbers do not find, and a number that finds none', async () => {
  const { accountId } = await newAccount()
  const change = (what: string) =>
    sql`UPDATE account_code SET ${sql.raw(what)} WHERE account_id = ${accountId}`.execute(owner)
  const one = 'account-not-found-by-its-numbers'
  await change(`kind = CASE kind WHEN 'INVITE' THEN 'USER_NO' ELSE 'INVITE' END`)
  assert.deepEqual(await breaks(), [one, one, one, one])
  await change(`kind = CASE kind WHEN 'INVITE' THEN 'USER_NO' ELSE 'INVITE' END, cell = cell + 1`)
  assert.deepEqual(await breaks(), [one, one, one, one])
  await change('cell = cell - 1')
  assert.deepEqual(await breaks(), [])
})

test('a mobile that its login has given up finds nothing, and is free', async () => {
  const [first, second, third] = [newNumber(), newNumber(), newNumber()]
  const bo = await open(first, 'bo')
  const change = (mobile: Mobile) =>
    transaction((tx) => updateMobile(tx, bo, sealMobile(bo.loginId, mobile), mobileHashes(mobile)))
  const finds = async (mobile: Mobile) => (await loginByMobile(db, mobileHash(mobile)))?.login_id
  await Promise.all([change(second), change(third)])
  assert.deepEqual((await Promise.all([first, second, third].map(finds))).filter(Boolean), [bo.loginId])
  await change(second)
  assert.equal(await finds(second), bo.loginId)
  await assert.rejects(open(second, 'eve'), { constraint: 'login_by_mobile_pkey' })
  await assert.rejects(open(first, 'bo'), { constraint: 'login_by_name_pkey' })

  await transaction((tx) => forgetLogin(tx, bo, sealMobile(bo.loginId, '+000')))
  assert.equal(await loginByName(db, 'bo'), undefined)
  const { loginId } = await open(second, 'bo')
  assert.equal(await finds(second), loginId)
  assert.deepEqual(await breaks(), [])
})
