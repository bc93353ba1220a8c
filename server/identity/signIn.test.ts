import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { caller, freeze, newAccount, newMobile, signIn, stranger, subOf, withWorld } from '../../test/world.ts'
import { bindGoogle, googleDigits } from '../../test/google.ts'
import { endOf, refusedAs } from '../../test/refused.ts'
import { listSignIns } from '../audit/listSignIns.ts'
import { MINUTE, setClock } from '../clock.ts'
import { db, sql } from '../db.ts'
import { answers } from './answers.ts'
import { answers as security } from './security/answers.ts'
import { authenticate, hashPassword, useIdentity } from './identity.ts'

withWorld()
after(() => setClock())

const countOf = (rows: string[]) =>
  Object.fromEntries([...new Set(rows)].map((name) => [name, rows.filter((row) => row === name).length]))
const guess = (mobile: string, password = 'wrong-password-1') =>
  answers.signIn(stranger(), { username: mobile, password, autoLogin: false, ticket: undefined })

describe('signing in', () => {
  it('gives tokens that say who is acting, and keeps only their hashes', async () => {
    const person = await newAccount()
    const answer = await signIn(person)
    const actor = await authenticate(answer.access_token, caller())
    assert.deepEqual(
      [actor.kind, actor.accountId, actor.loginId, actor.standing, actor.name],
      ['parent', person.accountId, person.loginId, 'ACTIVE', person.name],
    )
    assert.equal(answer.subAccount, 0)
    const { rows } = await sql<{ text: string }>`SELECT session::text AS text FROM session`.execute(db)
    for (const { text } of rows) assert.ok(!text.includes(answer.access_token) && !text.includes(answer.refresh_token))
  })

  it('refuses a wrong password and an unknown name in the same words', async () => {
    const { mobile } = await newAccount()
    await assert.rejects(guess(mobile), refusedAs('credentials_wrong', 'password'))
    await assert.rejects(guess(newMobile()), refusedAs('credentials_wrong', 'password'))
    await assert.rejects(guess('nobody'), refusedAs('credentials_wrong', 'password'))
  })

  it('works as much for a name that nobody has', async () => {
    useIdentity({ memoryKiB: 19_456 })
    try {
      const { mobile, loginId } = await newAccount()
      await sql`UPDATE login SET password_hash = ${await hashPassword('Kaika-test-1')} WHERE login_id = ${loginId}`.execute(
        db,
      )
      await endOf(guess(newMobile())) // the hash of nobody is made at its first use
      // In processor time: what a busy machine makes it wait is no difference.
      const took = async (name: string) => {
        const start = process.cpuUsage()
        await endOf(guess(name))
        const { user, system } = process.cpuUsage(start)
        return user + system
      }
      const known: number[] = []
      const unknown: number[] = []
      for (let i = 0; i < 4; i++) {
        known.push(await took(mobile))
        unknown.push(await took(newMobile()))
      }
      const fastest = (list: number[]) => Math.min(...list)
      assert.ok(fastest(unknown) > fastest(known) / 2, `${unknown} against ${known}`)
    } finally {
      useIdentity({ memoryKiB: 64 })
    }
  })

  it('judges five of three hundred guesses that arrive together, and then locks for 15 minutes', async () => {
    const person = await newAccount()
    const ends = await Promise.all(Array.from({ length: 300 }, () => endOf(guess(person.mobile))))
    const count = countOf(ends)
    assert.equal(count['credentials_wrong'], 5)
    assert.equal((count['code_locked'] ?? 0) + (count['too_fast'] ?? 0), 295)
    await assert.rejects(signIn(person), refusedAs('code_locked'), 'the right password does not help now')
    setClock(() => Date.now() + 15 * MINUTE + 1000)
    assert.ok(await signIn(person))
    setClock()
  })

  it('gives one login five tries, however its name is typed', async () => {
    const { mobile, loginId } = await newAccount()
    await sql`UPDATE login SET login_name = 'Ana' WHERE login_id = ${loginId}`.execute(db)
    const ends = []
    for (const name of [mobile, `+86${mobile}`, 'Ana', ` ${mobile}`.trim(), `+86${mobile}`, 'Ana', mobile])
      ends.push(await endOf(guess(name)))
    assert.deepEqual(ends, [...Array(5).fill('credentials_wrong'), 'code_locked', 'code_locked'])
  })

  it('lets twenty tabs of one person sign in at once', async () => {
    const person = await newAccount()
    const ends = await Promise.all(Array.from({ length: 20 }, () => endOf(signIn(person))))
    assert.deepEqual(countOf(ends), { ok: 20 })
  })

  it('ends the oldest session when a fourth begins', async () => {
    const person = await newAccount()
    const tokens = []
    for (let i = 0; i < 4; i++) tokens.push((await signIn(person)).access_token)
    const ends = await Promise.all(tokens.map((token) => endOf(authenticate(token, caller()))))
    assert.deepEqual(ends, ['revoked', 'ok', 'ok', 'ok'])
  })

  it('never leaves more than three sessions, however many begin at once', async () => {
    const person = await newAccount()
    const answers = await Promise.all(Array.from({ length: 9 }, () => signIn(person)))
    const ends = await Promise.all(answers.map(({ access_token }) => endOf(authenticate(access_token, caller()))))
    assert.deepEqual(countOf(ends), { revoked: 6, ok: 3 })
  })

  it('puts every try into the history, and news of a new device into a notice', async () => {
    const person = await newAccount()
    await endOf(guess(person.mobile))
    await signIn(person)
    const page = await listSignIns(person, { pageNo: 1, pageSize: 10 })
    assert.deepEqual(
      page.data.map(({ result, failReason, browser, device }) => [result, failReason, browser, device]),
      [
        ['OK', null, 'Chrome', 'Linux'],
        ['FAIL', 'Wrong password', 'Chrome', 'Linux'],
      ],
    )
    const newDevices = async () =>
      (
        await sql<{ n: number }>`
        SELECT count(*) AS n FROM graphile_worker._private_jobs
         WHERE payload->>'event' = 'login_new_device' AND payload->>'accountId' = ${person.accountId}`.execute(db)
      ).rows[0]!.n
    assert.equal(await newDevices(), 1)
    await signIn(person)
    assert.equal(await newDevices(), 1, 'the second time the device is known')
  })

  it('lets a sub-account in with what its role holds, and a frozen one not at all', async () => {
    const parent = await newAccount()
    const sub = await subOf(parent, { role: 'rol_viewer' })
    const { access_token, subAccount, userId } = await signIn(sub)
    assert.deepEqual([subAccount, userId], [1, sub.subUid])
    const actor = await authenticate(access_token, caller())
    assert.deepEqual([actor.kind, actor.accountId, actor.subUid], ['sub', parent.accountId, sub.subUid])
    assert.deepEqual([...actor.may].sort(), ['card:view', 'flow:view', 'trade:view'])
    assert.ok(actor.pages.includes('2005002') && !actor.pages.includes('2001'))

    await freeze(sub)
    await assert.rejects(authenticate(access_token, caller()), refusedAs('login_frozen'))
    await assert.rejects(signIn(sub), refusedAs('login_frozen'))
  })

  it('lets an expired sub-account in, to look', async () => {
    const sub = await subOf(await newAccount(), { expiresAt: new Date(Date.now() - 1000) })
    const { access_token } = await signIn(sub)
    assert.equal((await authenticate(access_token, caller())).standing, 'SUB_EXPIRED')
  })

  it('tells the standing of the account from its state', async () => {
    const person = await newAccount()
    const { access_token } = await signIn(person)
    const standing = async (change: string) => {
      await sql`UPDATE account SET ${sql.raw(change)} WHERE account_id = ${person.accountId}`.execute(db)
      return (await authenticate(access_token, caller())).standing
    }
    assert.equal(await standing(`restricted = true`), 'RESTRICTED')
    assert.equal(await standing(`status = 'CLOSING'`), 'CLOSING')
    assert.equal(await standing(`risk_state = 'SHUTDOWN'`), 'SHUTDOWN')
    await sql`UPDATE account SET status = 'DEACTIVATED' WHERE account_id = ${person.accountId}`.execute(db)
    await assert.rejects(authenticate(access_token, caller()), refusedAs('login_frozen'))
  })
})

describe('signing in automatically', () => {
  it('takes the kept credential once, gives the next, and ends the line when a used one comes back', async () => {
    const person = await newAccount()
    const first = await signIn(person, { autoLogin: true })
    assert.match(first.password!, /^kr_/)
    const second = await signIn({ ...person, password: first.password! }, { autoLogin: true })
    assert.notEqual(second.password, first.password)
    await assert.rejects(
      signIn({ ...person, password: first.password! }, { autoLogin: true }),
      refusedAs('credentials_wrong'),
    )
    await assert.rejects(
      signIn({ ...person, password: second.password! }, { autoLogin: true }),
      refusedAs('credentials_wrong'),
      'the thief has it too',
    )
  })

  it('is good only in the browser that has it, and for its own name', async () => {
    const person = await newAccount()
    const kept = async () => (await signIn(person, { autoLogin: true })).password!
    await assert.rejects(
      signIn({ ...person, password: await kept() }, { from: { device: 'another' } }),
      refusedAs('credentials_wrong'),
    )
    await assert.rejects(signIn({ ...(await newAccount()), password: await kept() }), refusedAs('credentials_wrong'))
    assert.equal((await signIn(person)).password, undefined)
  })

  it('never takes the place of the digits of the app, and is used up only together with right ones', async () => {
    const person = await newAccount()
    const secret = await bindGoogle(person, { atSignIn: true })
    const withDigits = (password: string, googleCode: string) =>
      security.signInByGoogle(stranger(), {
        username: person.mobile,
        password,
        googleCode,
        ticket: undefined,
        autoLogin: true,
      })
    const first = await withDigits(person.password, googleDigits(secret))
    const kept = { ...person, password: first.password! }
    for (let again = 0; again < 2; again++)
      await assert.rejects(signIn(kept, { autoLogin: true }), refusedAs('google_required', 'googleCode'))
    const wrong = googleDigits(secret, 1) === '000000' ? '111111' : '000000'
    await assert.rejects(withDigits(kept.password, wrong), refusedAs('code_wrong', 'googleCode'))
    const second = await withDigits(kept.password, googleDigits(secret, 1))
    assert.match(second.password!, /^kr_/)
    await assert.rejects(withDigits(kept.password, googleDigits(secret, 1)), refusedAs('credentials_wrong'))
    await assert.rejects(
      signIn({ ...person, password: second.password! }),
      refusedAs('credentials_wrong'),
      'all of them ended',
    )
  })
})
