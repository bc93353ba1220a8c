import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { caller, newAccount, newMobile, signIn, stranger, textsTo, withWorld } from '#test/world.ts'
import { refusedAs } from '#test/refused.ts'
import { signUp as signUpRow } from '#contract/identity/identity.ts'
import { db, sql } from '#server/core/db.ts'
import { balanceOf, wallet } from '#server/ledger/ledger.ts'
import { answers } from '../module.ts'
import { authenticate } from '../identity.ts'

withWorld()

const ask = (mobile: string) => answers.signUpCode(stranger(), { mobile, area: '86' })
const form = (mobile: string, more: object = {}) =>
  signUpRow.input.parse({
    mobile,
    code: '000000',
    password: 'Kaika-test-1',
    confirmPassword: 'Kaika-test-1',
    agree: '1',
    ...more,
  })

describe('signing up', () => {
  it('makes an account with a wallet, a session and a row in the log, and counts who invited it', async () => {
    const inviter = await newAccount()
    const mobile = newMobile()
    const sent = await ask(mobile)
    assert.match(sent.target, /^139\*{4}\d{4}$/)
    const [text] = await textsTo(mobile)
    const answer = await answers.signUp(stranger(), form(mobile, { code: text!.code, invite: inviter.inviteCode }))

    const actor = await authenticate(answer.access_token, caller())
    assert.equal(actor.kind, 'parent')
    assert.equal((await balanceOf(db, wallet(actor.accountId))).available, 0)
    const { rows } = await sql<{ referrer: string; type: string; welcomed: number }>`
      SELECT a.referrer_account_id AS referrer, l.type,
             (SELECT count(*) FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
               WHERE t.identifier = 'notices.tell') AS welcomed
        FROM account a JOIN operate_log l USING (cell, account_id)
       WHERE account_id = ${actor.accountId}`.execute(db)
    assert.deepEqual(rows, [{ referrer: inviter.accountId, type: 'SIGNUP', welcomed: 1 }])
    const { rows: kept } = await sql<{
      mobile: string
    }>`SELECT encode(mobile_enc, 'escape') AS mobile FROM login WHERE account_id = ${actor.accountId}`.execute(db)
    assert.ok(!kept[0]!.mobile.includes(mobile), 'the number is not readable in the database')
    assert.ok(await signIn({ ...inviter, mobile }), 'the password signs in')
  })

  it('answers a number that has an account like any other, and lets no code work for it', async () => {
    const { mobile } = await newAccount()
    const [old, fresh] = [await ask(mobile), await ask(newMobile())]
    assert.deepEqual(Object.keys(old), Object.keys(fresh))
    const [text] = await textsTo(mobile)
    assert.equal(text!.code, undefined)
    assert.match(text!.text, /already has an account/)
    await assert.rejects(answers.signUp(stranger(), form(mobile)), refusedAs('code_wrong', 'code'))
  })

  it('refuses an unknown invite code and a password that everybody uses, beside their fields', async () => {
    const mobile = newMobile()
    await assert.rejects(
      answers.signUp(stranger(), form(mobile, { invite: '00000000' })),
      refusedAs('invalid', 'invite'),
    )
    await assert.rejects(
      answers.signUp(stranger(), form(mobile, { password: 'Password123', confirmPassword: 'Password123' })),
      refusedAs('invalid', 'password'),
    )
  })

  it('uses a code once, also when two requests bring it at the same moment', async () => {
    const mobile = newMobile()
    await ask(mobile)
    const { code } = (await textsTo(mobile))[0]!
    const both = await Promise.allSettled([1, 2].map(() => answers.signUp(stranger(), form(mobile, { code }))))
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    const { rows } = await sql<{
      n: number
    }>`SELECT count(*) AS n FROM sms_code WHERE used_at IS NOT NULL AND tries > 2`.execute(db)
    assert.equal(rows[0]!.n, 0)
  })

  it('asks for another code only after a minute', async () => {
    const mobile = newMobile()
    await ask(mobile)
    await assert.rejects(ask(mobile), refusedAs('too_fast'))
  })

  it('says what is wrong with a form in the words of the product', () => {
    const wrong = signUpRow.input.safeParse({
      mobile: '12345',
      code: '1',
      password: 'abcdefg',
      confirmPassword: 'x',
      agree: '0',
      invite: '123',
    })
    const said = wrong.error!.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    for (const one of ['code code_shape', 'password password_shape', 'invite invite_shape'])
      assert.ok(said.includes(one), one)
    const good = {
      mobile: '13800000001',
      code: '123456',
      password: 'Kaika-test-1',
      confirmPassword: 'Kaika-test-1',
      agree: '1',
    }
    const saidOf = (change: object) =>
      signUpRow.input.safeParse({ ...good, ...change }).error?.issues.map(({ message }) => message)
    assert.deepEqual(saidOf({ mobile: '12345678901' }), ['mobile'])
    assert.deepEqual(saidOf({ confirmPassword: 'Kaika-test-2' }), ['passwords_differ'])
    assert.deepEqual(saidOf({ agree: '0' }), ['agree'])
    assert.equal(saidOf({}), undefined)
    assert.equal(saidOf({ area: '65', mobile: '91234567' }), undefined)
  })
})
