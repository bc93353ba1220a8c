import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { browserKey, type BrowserKey } from '#test/browserKey.ts'
import { caller, freeze, newAccount, newMobile, signIn, stranger, subOf, withWorld } from '#test/world.ts'
import { bindGoogle, googleDigits } from '#test/fixtures/google.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import { MINUTE, setClock } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { listSignIns } from '#server/audit/lists.ts'
import { answers, securityAnswers as security } from '../module.ts'
import { authenticate, hashPassword, useIdentity } from '../identity.ts'

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
      await endOf(guess(newMobile())) // the hash that belongs to no login is created at its first use
      // In processor time, so that waiting on a busy machine does not count.
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
    await sql`
      WITH named AS (UPDATE login SET login_name = 'Ana' WHERE login_id = ${loginId} RETURNING login_name, cell, account_id, login_id)
      INSERT INTO login_by_name SELECT * FROM named`.execute(db)
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
  /** A remembered person: the browser, and what it stores. */
  async function remembered() {
    const person = await newAccount()
    const browser = browserKey()
    const { password } = await signIn(person, { autoLogin: true, rememberKey: browser.rememberKey })
    return { person, browser, kept: password! }
  }
  const again = async ({ person, browser, kept }: Awaited<ReturnType<typeof remembered>>) =>
    signIn({ ...person, password: kept }, { autoLogin: true, ...(await browser.proof(kept)) })
  const toldOf = async (accountId: string) => {
    const { rows } = await sql`
      SELECT FROM graphile_worker._private_jobs
       WHERE payload->>'event' = 'remember_copied' AND payload->>'accountId' = ${accountId}`.execute(db)
    return rows.length
  }

  it('takes the kept credential once, gives the next, and ends the line when a used one comes back', async () => {
    const first = await remembered()
    assert.match(first.kept, /^kr_/)
    const second = { ...first, kept: (await again(first)).password! }
    assert.notEqual(second.kept, first.kept)
    const third = { ...first, kept: (await again(second)).password! }
    await assert.rejects(again(first), refusedAs('credentials_wrong'))
    await assert.rejects(again(third), refusedAs('credentials_wrong'), 'the thief has it too')
    assert.equal(await toldOf(first.person.accountId), 0, 'a lost reply is no theft: it was signed by the same browser')
  })

  it('is good in whatever the browser calls itself after its next version', async () => {
    const { person, browser, kept } = await remembered()
    assert.ok(
      await signIn(
        { ...person, password: kept },
        { from: { device: 'another version' }, ...(await browser.proof(kept)) },
      ),
    )
  })

  it('is worth nothing without the key of its browser: who tries ends it, and its owner is told', async () => {
    const thief = browserKey()
    const tries = {
      'the credential alone': () => ({}),
      'the thief’s own key': (kept: string) => thief.proof(kept),
      'the thief’s own key, named as the next': async (kept: string) => ({
        ...(await thief.proof(kept)),
        rememberKey: thief.rememberKey,
      }),
      'a challenge that is not ours': (_: string, { signs }: BrowserKey) => signs(`${Date.now() + MINUTE}.nonce.stamp`),
      'a challenge for another credential': (_: string, { proof }: BrowserKey) => proof('kr_another'),
      'a challenge that was made to last': async (kept: string, { proof, signs }: BrowserKey) => {
        const [until, nonce, stamp] = (await proof(kept)).rememberChallenge.split('.')
        return signs(`${Number(until) + MINUTE}.${nonce}.${stamp}`)
      },
      'a signature of something else': async (kept: string, { proof, signs }: BrowserKey) => ({
        ...(await proof(kept)),
        rememberSignature: signs('something else').rememberSignature,
      }),
    }
    for (const [name, attempt] of Object.entries(tries)) {
      const owner = await remembered()
      const stolen = { ...owner.person, password: owner.kept }
      await assert.rejects(
        async () => signIn(stolen, { autoLogin: true, ...(await Promise.resolve(attempt(owner.kept, owner.browser))) }),
        refusedAs('credentials_wrong', 'password'),
        name,
      )
      assert.equal(await toldOf(owner.person.accountId), 1, name)
      await assert.rejects(again(owner), refusedAs('credentials_wrong'), `${name}: the line has ended`)
      await assert.rejects(again(owner), refusedAs('credentials_wrong'))
      assert.equal(await toldOf(owner.person.accountId), 1, `${name}: told once`)
    }
  })

  it('keeps it where only the challenge is too old', async () => {
    const owner = await remembered()
    const old = await owner.browser.proof(owner.kept)
    setClock(() => Date.now() + 3 * MINUTE)
    try {
      await assert.rejects(
        signIn({ ...owner.person, password: owner.kept }, old),
        refusedAs('credentials_wrong', 'password'),
      )
      assert.ok(await again(owner))
    } finally {
      setClock()
    }
  })

  it('is for its own name, and only for who asks and has a key of the one kind', async () => {
    const { kept, browser } = await remembered()
    const other = await newAccount()
    await assert.rejects(
      signIn({ ...other, password: kept }, await browser.proof(kept)),
      refusedAs('credentials_wrong'),
    )
    const wrong = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey.export({
      format: 'der',
      type: 'spki',
    })
    const { rememberKey } = browser
    for (const input of [
      {},
      { autoLogin: true },
      { rememberKey },
      { autoLogin: true, rememberKey: wrong.toString('base64url') },
      { autoLogin: true, rememberKey: 'A'.repeat(122) },
    ])
      assert.equal((await signIn(other, input)).password, undefined, JSON.stringify(input))
  })

  it('never takes the place of the digits of the app, and is used up only together with right ones', async () => {
    const person = await newAccount()
    const browser = browserKey()
    const secret = await bindGoogle(person, { atSignIn: true })
    const withDigits = async (password: string, googleCode: string) =>
      security.signInByGoogle(stranger(), {
        username: person.mobile,
        password,
        googleCode,
        ticket: undefined,
        autoLogin: true,
        rememberKey: browser.rememberKey,
        ...(await browser.proof(password)),
      })
    const first = await withDigits(person.password, googleDigits(secret))
    const kept = { person, browser, kept: first.password! }
    for (let time = 0; time < 2; time++) await assert.rejects(again(kept), refusedAs('google_required', 'googleCode'))
    const wrong = googleDigits(secret, 1) === '000000' ? '111111' : '000000'
    await assert.rejects(withDigits(kept.kept, wrong), refusedAs('code_wrong', 'googleCode'))
    const second = await withDigits(kept.kept, googleDigits(secret, 1))
    assert.match(second.password!, /^kr_/)
    await assert.rejects(withDigits(kept.kept, googleDigits(secret, 1)), refusedAs('credentials_wrong'))
    await assert.rejects(
      again({ ...kept, kept: second.password! }),
      refusedAs('credentials_wrong'),
      'all of them ended',
    )
  })
})
