import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { browserKey } from '#test/browserKey.ts'
import { bindGoogle, googleDigits } from '#test/fixtures/google.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import {
  caller,
  freeze,
  newAccount,
  newMobile,
  PASSWORD,
  signedIn,
  signIn,
  stranger,
  subOf,
  textsTo,
  withWorld,
} from '#test/world.ts'
import { DAY, MINUTE, setClock } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { listSignIns } from '#server/audit/lists.ts'
import { authenticate, refuseCoolingDown, useIdentity } from '../identity.ts'
import { securityAnswers as answers } from '../module.ts'

withWorld()
after(() => setClock())

const NEW = 'Kaika-other-2'
const area = '86'
const codeTo = async (mobile: string): Promise<string> => (await textsTo(mobile))[0]!.code!
const byCode = (mobile: string, code: string, googleCode?: string) =>
  answers.signInByCode(stranger(), { mobile, area, code, googleCode, autoLogin: false })
const forget = (mobile: string, code: string, password = NEW) =>
  answers.resetForgotten(stranger(), { mobile, area, code, password, confirmPassword: password })

describe('signing in by a code', () => {
  it('lets the owner of the phone in, once for each code, and says so in the history', async () => {
    const person = await newAccount()
    await answers.signInCode(stranger(), { mobile: person.mobile, area, ticket: undefined })
    const code = await codeTo(person.mobile)
    const { access_token } = await byCode(person.mobile, code)
    assert.equal((await authenticate(access_token, caller())).loginId, person.loginId)
    await assert.rejects(byCode(person.mobile, code), refusedAs('code_wrong', 'code'))
    const { data } = await listSignIns(person, { pageNo: 1, pageSize: 10 })
    assert.deepEqual(
      data.map(({ type, result }) => [type, result]),
      [
        ['CODE', 'FAIL'],
        ['CODE', 'OK'],
      ],
    )
  })

  it('answers, refuses and locks alike for a number that nobody has', async () => {
    const walk = async (mobile: string) => {
      const answer = await answers.signInCode(stranger(), { mobile, area, ticket: undefined })
      const wrong = (await textsTo(mobile))[0]!.code === '111111' ? '222222' : '111111'
      const ends = []
      for (let i = 0; i < 7; i++) ends.push(await endOf(byCode(mobile, wrong)))
      return { keys: Object.keys(answer), target: answer.target.replace(/\d/g, '9'), ends }
    }
    const [known, unknown] = [await walk((await newAccount()).mobile), await walk(newMobile())]
    assert.deepEqual(unknown, known)
    assert.deepEqual(known.ends, [...Array(5).fill('code_wrong'), 'code_locked', 'code_locked'])
  })

  it('tells a phone without an account that there is none, and no code works there', async () => {
    const mobile = newMobile()
    await answers.signInCode(stranger(), { mobile, area, ticket: undefined })
    const [text] = await textsTo(mobile)
    assert.match(text!.text, /no account/)
    assert.equal(text!.code, undefined)
  })

  it('judges five of a hundred guesses that arrive together', async () => {
    const { mobile } = await newAccount()
    await answers.signInCode(stranger(), { mobile, area, ticket: undefined })
    const right = await codeTo(mobile)
    const guesses = Array.from({ length: 100 }, (_, i) => String(i).padStart(6, '0')).filter((guess) => guess !== right)
    const ends = await Promise.all(guesses.map((guess) => endOf(byCode(mobile, guess))))
    assert.ok(ends.every((end) => end === 'code_wrong' || end === 'code_locked'))
    const { rows } = await sql<{ tries: number }>`SELECT max(tries) AS tries FROM sms_code`.execute(db)
    assert.equal(rows[0]!.tries, 5)
    await assert.rejects(byCode(mobile, right), refusedAs('code_locked'))
  })

  it('keeps a frozen sub-account out', async () => {
    const sub = await subOf(await newAccount())
    await freeze(sub)
    await answers.signInCode(stranger(), { mobile: sub.mobile, area, ticket: undefined })
    await assert.rejects(byCode(sub.mobile, await codeTo(sub.mobile)), refusedAs('login_frozen'))
  })

  it('asks for the app as well where it is bound, and takes the same code with it', async () => {
    const person = await newAccount()
    const secret = await bindGoogle(person, { atSignIn: true })
    await answers.signInCode(stranger(), { mobile: person.mobile, area, ticket: undefined })
    const code = await codeTo(person.mobile)
    await assert.rejects(byCode(person.mobile, code), refusedAs('google_required', 'googleCode'))
    await assert.rejects(signIn(person), refusedAs('google_required'))
    assert.ok(await byCode(person.mobile, code, googleDigits(secret)))
    useIdentity({ googleAtSignIn: false })
  })
})

describe('resetting your password', () => {
  it('is replaced behind a code: the old one, every session and every kept credential are dead, money stays in', async () => {
    const person = await newAccount()
    const { access_token } = await signIn(person)
    const browser = browserKey()
    const kept = (await signIn(person, { autoLogin: true, rememberKey: browser.rememberKey })).password!
    await answers.forgottenCode(stranger(), { mobile: person.mobile, area, ticket: undefined })
    const code = await codeTo(person.mobile)
    assert.deepEqual(await forget(person.mobile, code), { ok: 1 })
    await assert.rejects(authenticate(access_token, caller()), refusedAs('revoked'))
    await assert.rejects(
      signIn({ ...person, password: kept }, await browser.proof(kept)),
      refusedAs('credentials_wrong'),
    )
    await assert.rejects(signIn(person), refusedAs('credentials_wrong'))
    assert.ok(await signIn({ ...person, password: NEW }))
    await assert.rejects(forget(person.mobile, code), refusedAs('code_wrong', 'code'), 'a code is good once')

    await assert.rejects(refuseCoolingDown(db, person), refusedAs('cooling_down'))
    setClock(() => Date.now() + DAY + MINUTE)
    await refuseCoolingDown(db, person)
    setClock()
    const { rows } = await sql<{ type: string; actor_name: string }>`
      SELECT type, actor_name FROM operate_log WHERE account_id = ${person.accountId}`.execute(db)
    assert.deepEqual(rows, [{ type: 'PWD', actor_name: person.name }])
  })

  it('opens a name that was locked by wrong guesses', async () => {
    const person = await newAccount()
    for (let i = 0; i < 5; i++) await endOf(signIn({ ...person, password: 'wrong-password-1' }))
    await assert.rejects(signIn(person), refusedAs('code_locked'))
    await answers.forgottenCode(stranger(), { mobile: person.mobile, area, ticket: undefined })
    await forget(person.mobile, await codeTo(person.mobile))
    assert.ok(await signIn({ ...person, password: NEW }))
  })

  it('does not tell a number that nobody has from one that somebody has', async () => {
    const walk = async (mobile: string) => {
      const before = await work()
      const answer = await answers.forgottenCode(stranger(), { mobile, area, ticket: undefined })
      const sent = (await work()) - before
      return [Object.keys(answer), sent, await endOf(forget(mobile, '000000')), await endOf(forget(mobile, '000001'))]
    }
    assert.deepEqual(await walk(newMobile()), await walk((await newAccount()).mobile))
  })

  it('takes no code that was asked for something else, and no password that everybody tries', async () => {
    const { mobile } = await newAccount()
    await answers.signInCode(stranger(), { mobile, area, ticket: undefined })
    await assert.rejects(forget(mobile, await codeTo(mobile)), refusedAs('code_wrong'))
    await assert.rejects(forget(mobile, '000000', 'Password123'), refusedAs('invalid', 'password'))
  })
})

describe('changing your password', () => {
  it('takes a code, keeps this session and ends the others', async () => {
    const person = await newAccount()
    const here = await signedIn(person)
    const there = await signIn(person)
    await answers.passwordCode(here, {})
    const input = { code: await codeTo(person.mobile), password: NEW, confirmPassword: NEW, ticket: undefined }
    await assert.rejects(
      answers.changePassword(here, { ...input, oldPassword: 'not-the-old-1' }),
      refusedAs('credentials_wrong', 'oldPassword'),
    )
    await answers.changePassword(here, { ...input, oldPassword: PASSWORD })
    assert.ok(await authenticate(here.token, caller()))
    await assert.rejects(authenticate(there.access_token, caller()), refusedAs('revoked'))
    assert.ok(await signIn({ ...person, password: NEW }))
  })

  it('takes the ticket of the app as well where it is bound, or the app alone', async () => {
    const person = await newAccount()
    const here = await signedIn(person)
    const secret = await bindGoogle(person)
    await answers.passwordCode(here, {})
    const input = { code: await codeTo(person.mobile), password: NEW, confirmPassword: NEW, oldPassword: undefined }
    await assert.rejects(answers.changePassword(here, { ...input, ticket: undefined }), refusedAs('step_up'))
    const other = await answers.checkGoogle(here, { googleCode: googleDigits(secret, -1), scene: 'REVEAL' })
    await assert.rejects(answers.changePassword(here, { ...input, ticket: other.ticket }), refusedAs('step_up'))
    const { ticket } = await answers.checkGoogle(here, { googleCode: googleDigits(secret), scene: 'PASSWORD' })
    await answers.changePassword(here, { ...input, ticket })
    await answers.changePasswordByGoogle(here, {
      googleCode: googleDigits(secret, 1),
      password: PASSWORD,
      confirmPassword: PASSWORD,
    })
    assert.ok(await signIn(person))
  })
})

/** Rows that a request for a code leaves behind: the same for everyone. */
const work = async (): Promise<number> =>
  (
    await sql<{ n: number }>`
    SELECT (SELECT count(*) FROM sms_code) + (SELECT count(*) FROM tally)
         + (SELECT count(*) FROM graphile_worker._private_jobs) AS n`.execute(db)
  ).rows[0]!.n
