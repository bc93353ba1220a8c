import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { bindGoogle, googleDigits } from '#test/fixtures/google.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import { caller, newAccount, signedIn, signIn, stranger, textsTo, withWorld, type Person } from '#test/world.ts'
import { answers as cards } from '#server/cards/module.ts'
import { DAY, MINUTE, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { authenticate, useIdentity, useTicket } from '../identity.ts'
import { securityAnswers as answers } from '../module.ts'
import { stepOf } from './judgeGoogle.ts'

withWorld()
after(() => setClock())

async function smsCode(person: Person): Promise<string> {
  await sql`DELETE FROM tally WHERE subject LIKE 'sms.%'`.execute(db)
  await answers.passwordCode(person, {})
  return (await textsTo(person.mobile))[0]!.code!
}
async function bound() {
  const person = await newAccount()
  const here = { ...person, ...(await signedIn(person)) }
  const { secret, otpauthUrl } = await answers.googleSecret(here, {})
  const { recoveryCodes } = await answers.bindGoogle(here, {
    googleCode: googleDigits(secret, -1),
    code: await smsCode(here),
  })
  return { here, secret, otpauthUrl, recoveryCodes }
}
const byGoogle = ({ mobile, password }: Person, googleCode: string) =>
  answers.signInByGoogle(stranger(), { username: mobile, password, googleCode, ticket: undefined, autoLogin: false })

describe('the digits of the app', () => {
  it('are those of RFC 6238', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' // 12345678901234567890, the test vectors of appendix B
    for (const [seconds, digits] of [
      [59, '287082'],
      [1111111109, '081804'],
      [1234567890, '005924'],
      [20000000000, '353130'],
    ] as const) {
      setClock(() => seconds * 1000)
      assert.equal(stepOf(secret, digits), Math.floor(seconds / 30))
    }
    setClock()
  })

  it('are good for the step before and after, and not beyond', async () => {
    const { here, secret } = await bound()
    await assert.rejects(byGoogle(here, googleDigits(secret, 2)), refusedAs('code_wrong', 'googleCode'))
    await assert.rejects(byGoogle(here, googleDigits(secret, -2)), refusedAs('code_wrong', 'googleCode'))
    assert.ok(await byGoogle(here, googleDigits(secret, 1)))
  })

  it('work once: of forty at the same moment one gets in, and then neither they nor older ones', async () => {
    const { here, secret } = await bound()
    const digits = googleDigits(secret)
    const ends = await Promise.all(Array.from({ length: 40 }, () => endOf(byGoogle(here, digits))))
    assert.equal(ends.filter((end) => end === 'ok').length, 1)
    await sql`DELETE FROM sign_in_attempt`.execute(db)
    await assert.rejects(byGoogle(here, digits), refusedAs('code_wrong'))
    assert.ok(await byGoogle(here, googleDigits(secret, 1)))
    await assert.rejects(byGoogle(here, digits), refusedAs('code_wrong'), 'the step before a newer one')
  })

  it('are guessed five times in 15 minutes and then ever more slowly, however the guesses come', async () => {
    const { here, secret } = await bound()
    const right = [-1, 0, 1].map((step) => googleDigits(secret, step))
    const wrong = Array.from({ length: 60 }, (_, i) => String(100_000 + i)).filter((guess) => !right.includes(guess))
    const judged = async (guesses: string[]) =>
      (
        await Promise.all(
          guesses.map((googleCode) => endOf(answers.checkGoogle(here, { googleCode, scene: 'REVEAL' }))),
        )
      ).filter((end) => end === 'code_wrong').length
    let all = 0
    for (let quarter = 0; quarter < 6; quarter++) {
      const start = Date.now()
      setClock(() => start + quarter * 16 * MINUTE)
      const now = await judged(wrong.slice(quarter * 8, quarter * 8 + 8))
      assert.ok(now <= 5)
      all += now
    }
    assert.equal(all, 7, 'the sixth after 15 minutes, the seventh after 30 more')
    assert.equal(
      await endOf(answers.checkGoogle(here, { googleCode: googleDigits(secret), scene: 'REVEAL' })),
      'code_locked',
    )
    setClock(() => Date.now() + DAY + 3 * 60 * MINUTE)
    assert.equal(await endOf(answers.checkGoogle(here, { googleCode: googleDigits(secret), scene: 'REVEAL' })), 'ok')
    setClock()
  })
})

describe('binding', () => {
  it('keeps the secret sealed, gives ten recovery codes once, and ends other sessions', async () => {
    const person = await newAccount()
    const elsewhere = await signIn(person)
    const here = { ...person, ...(await signedIn(person)) }
    const { secret, otpauthUrl } = await answers.googleSecret(here, {})
    assert.match(otpauthUrl, /^otpauth:\/\/totp\/Kaika:.+secret=/)
    const code = await smsCode(here)
    await assert.rejects(
      answers.bindGoogle(here, { googleCode: googleDigits(secret, 5), code }),
      refusedAs('code_wrong', 'googleCode'),
    )
    const { recoveryCodes } = await answers.bindGoogle(here, { googleCode: googleDigits(secret), code })
    assert.equal(new Set(recoveryCodes).size, 10)
    const { rows } = await sql<{ text: string }>`
      SELECT google_secret::text AS text FROM google_secret UNION ALL SELECT google_recovery::text FROM google_recovery`.execute(
      db,
    )
    for (const { text } of rows) assert.ok(![secret, ...recoveryCodes].some((each) => text.includes(each)))
    await assert.rejects(authenticate(elsewhere.access_token, caller()), refusedAs('revoked'))
    assert.ok(await authenticate(here.token, caller()))
    await assert.rejects(answers.googleSecret(here, {}), refusedAs('conflict'))
  })

  it('takes no secret that is older than ten minutes', async () => {
    const person = await newAccount()
    const { secret } = await answers.googleSecret(person, {})
    setClock(() => Date.now() + 11 * MINUTE)
    const code = await smsCode(person)
    await assert.rejects(
      answers.bindGoogle(person, { googleCode: googleDigits(secret), code }),
      refusedAs('code_expired', 'googleCode'),
    )
    setClock()
  })

  it('stands in the way of a password alone from then on', async () => {
    const { here, secret, recoveryCodes } = await bound()
    useIdentity({ googleAtSignIn: true })
    await assert.rejects(signIn(here), refusedAs('google_required', 'googleCode'))
    await assert.rejects(signIn({ ...here, password: 'wrong-password-1' }), refusedAs('credentials_wrong'))
    await assert.rejects(
      byGoogle({ ...here, password: 'wrong-password-1' }, googleDigits(secret)),
      refusedAs('credentials_wrong'),
    )
    assert.ok(await byGoogle(here, googleDigits(secret)))
    assert.ok(await byGoogle(here, recoveryCodes[0]!.toLowerCase().replace('-', '')), 'the phone is lost')
    await assert.rejects(byGoogle(here, recoveryCodes[0]!), refusedAs('code_wrong'), 'each is good once')
    useIdentity({ googleAtSignIn: false })
  })
})

describe('stepping up', () => {
  it('gives a ticket for one use of one thing by one login', async () => {
    const { here, secret } = await bound()
    const other = await newAccount()
    const use = (actor: Person, scene: 'reveal' | 'export', ticket: string | undefined) =>
      transaction((tx) => useTicket(tx, actor, scene, ticket))
    const { ticket } = await answers.checkGoogle(here, { googleCode: googleDigits(secret), scene: 'REVEAL' })
    await assert.rejects(use(other, 'reveal', ticket), refusedAs('step_up'))
    await assert.rejects(use(here, 'export', ticket), refusedAs('step_up'))
    await use(here, 'reveal', ticket)
    const again = await use(here, 'reveal', ticket).catch((error: { data: object }) => error.data)
    assert.deepEqual(again, { methods: ['GOOGLE'] })
    const unbound = await use(other, 'reveal', undefined).catch((error: { data: object }) => error.data)
    assert.deepEqual(unbound, { methods: ['SMS'] })
  })

  it('leaves no way around it by SMS', async () => {
    const { here } = await bound()
    await assert.rejects(cards.askCardCode(here, { scene: 'REVEAL' }), refusedAs('google_required'))
    await assert.rejects(cards.checkCardCode(here, { code: '000000', scene: 'REVEAL' }), refusedAs('google_required'))
  })

  it('has nothing to say to those who have no app', async () => {
    await assert.rejects(
      answers.checkGoogle(await newAccount(), { googleCode: '000000', scene: 'REVEAL' }),
      refusedAs('conflict'),
    )
  })
})

describe('unbinding', () => {
  it('takes the app or a recovery code, and the phone; money stays in for a day', async () => {
    for (const way of ['googleCode', 'recoveryCode'] as const) {
      const { here, secret, recoveryCodes } = await bound()
      const proof = { googleCode: googleDigits(secret, 1), recoveryCode: recoveryCodes[3]! }[way]
      const input = { googleCode: undefined, recoveryCode: undefined, [way]: proof }
      await assert.rejects(answers.unbindGoogle(here, { ...input, code: '000000' }), refusedAs('code_wrong', 'code'))
      await answers.unbindGoogle(here, { ...input, code: await smsCode(here) })
      const { rows } = await sql<{ google_bound_at: Date | null; cooldown_until: Date | null }>`
        SELECT google_bound_at, cooldown_until FROM login WHERE login_id = ${here.loginId}`.execute(db)
      assert.equal(rows[0]!.google_bound_at, null)
      assert.ok(rows[0]!.cooldown_until!.getTime() > Date.now() + DAY - MINUTE)
      assert.ok((await answers.googleSecret(here, {})).secret !== secret)
      const types = await sql<{ type: string }>`SELECT type FROM operate_log WHERE login_id = ${here.loginId}`.execute(
        db,
      )
      assert.deepEqual(
        types.rows.map(({ type }) => type),
        ['GOOGLE', 'GOOGLE'],
      )
    }
  })

  it('a bound secret is not replaced by asking for a new one', async () => {
    const person = await newAccount()
    const secret = await bindGoogle(person)
    await assert.rejects(answers.googleSecret(person, {}), refusedAs('conflict'))
    assert.ok(await byGoogle(person, googleDigits(secret)))
  })
})
