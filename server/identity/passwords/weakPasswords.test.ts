import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addsSub, asksSubs, subCode } from '#test/fixtures/subaccounts.ts'
import { bindGoogle, googleDigits } from '#test/fixtures/google.ts'
import { caller, newAccount, newMobile, signIn, stranger, subOf, textsTo, withWorld } from '#test/world.ts'
import { refusedAs } from '#test/refused.ts'
import { Password, signUp as signUpRow } from '#contract/identity/identity.ts'
import { checks, type CheckName } from '#contract/core/checks.ts'
import { Refusal } from '#contract/core/refusals.ts'
import { transaction } from '#server/core/db.ts'
import { answers, securityAnswers as security } from '../module.ts'
import { hashPassword, refuseWeakPassword } from '../identity.ts'
import { updatePassword } from '../logins/queries.ts'

withWorld()

const saysOf = (password: string, owner = {}, lang: 'cn' | 'en' = 'en') =>
  refuseWeakPassword(password, { lang }, owner).then(
    () => undefined,
    (error: unknown) => (error instanceof Refusal ? error.data['msg'] : error),
  )
const refusedFor = (check: CheckName) => (error: unknown) =>
  error instanceof Refusal && error.data['field'] === 'password' && error.data['msg'] === checks[check].en

describe('the shape of a password', () => {
  it('is 8 to 64 characters of any kind', () => {
    for (const good of [
      'aaaabbbc',
      '        x',
      '12345679',
      'correct horse battery staple',
      '我的密码是一句话呀',
      'пароль-на-русском',
      '🔑'.repeat(7) + '🗝',
      'x'.repeat(64),
      '\u{1d4d0}'.repeat(64),
    ])
      assert.ok(Password.safeParse(good).success, good)
    for (const wrong of [
      '',
      'short-1',
      '密码密码密码密',
      'x'.repeat(65),
      'tab\tinside',
      'line\ninside',
      '\u0000'.repeat(9),
    ])
      assert.equal(Password.safeParse(wrong).error?.issues[0]?.message, 'password_shape', JSON.stringify(wrong))
  })

  it('counts what one sees, however it was composed', () => {
    assert.ok(Password.safeParse('e\u0301'.repeat(8)).success)
    assert.ok(!Password.safeParse('e\u0301'.repeat(4)).success, 'four characters, in eight units')
  })
})

describe('a password that is known', () => {
  it('is refused in whatever case, width or disguise, with the reason', async () => {
    for (const password of [
      'password1',
      'PASSWORD1',
      'Password123',
      'p@ssw0rd',
      'ｐａｓｓｗｏｒｄ',
      'sunshine',
      'iloveyou!!',
      'Monkey!!!!',
      'woaini1314',
      '我爱你1314',
      'Summer2031!',
      'aaaaaaaa',
      'abcabcabc',
      '12345678',
      '23456789',
      'hgfedcba',
      '        ',
      'qwertyuiop',
    ])
      assert.equal(await saysOf(password), checks.password_known.en, password)
    assert.equal(await saysOf('password1', {}, 'cn'), checks.password_known.cn)
    for (const password of [
      'correct horse battery staple',
      'Kaika-test-1',
      'Orchid-42',
      '四个字符不够长啊',
      'zebra lamp 7 river',
    ])
      assert.equal(await saysOf(password), undefined, password)
  })

  it('is one of more than ten thousand that are long enough to be chosen', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    const choosable = dictionary['passwords-common']!.filter((one: string) => Password.safeParse(one).success)
    assert.ok(choosable.length > 10_000, String(choosable.length))
    for (const password of choosable) assert.equal(await saysOf(password), checks.password_known.en, password)
  })
})

describe('a password that is little more than a name', () => {
  const owner = { mobile: '13912345678', loginName: 'zephyrine', nickname: '海边的卡夫卡' }
  it('is refused with the reason', async () => {
    for (const password of [
      '13912345678',
      '139-1234-5678',
      'a13912345678',
      '+8613912345678',
      '3912345678',
      'zephyrine1',
      'Zephyrine-2031',
      'zephyrine-zephyrine',
      'kaika2031',
      'KAIKA.kaika',
      'KaikaPassword',
      '开卡88888888',
      '海边的卡夫卡123',
    ])
      assert.equal(await saysOf(password, owner), checks.password_personal.en, password)
    assert.equal(await saysOf('zephyrine1', { ...owner, loginName: 'another' }), undefined)
    assert.equal(await saysOf('zephyrine over the river', owner), undefined)
  })
})

describe('wherever a password is chosen', () => {
  const weak = [
    ['Sunshine1', 'password_known'],
    ['kaika2031', 'password_personal'],
  ] as const

  it('signing up says why, and the code is good for the next try', async () => {
    const mobile = newMobile()
    await answers.signUpCode(stranger(), { mobile, area: '86' })
    const { code } = (await textsTo(mobile))[0]!
    const form = (password: string) =>
      answers.signUp(
        stranger(),
        signUpRow.input.parse({ mobile, code, password, confirmPassword: password, agree: '1' }),
      )
    for (const [password, check] of weak) await assert.rejects(form(password), refusedFor(check))
    await assert.rejects(form(mobile), refusedFor('password_personal'))
    const password = '我的第一张卡，四月开的'
    await form(password)
    assert.ok(await signIn({ ...(await newAccount()), mobile, password }))
  })

  it('a change, a forgotten one and one by the app do', async () => {
    const ana = await newAccount({ nickname: 'Anastasia' })
    await security.passwordCode(ana, {})
    const { code } = (await textsTo(ana.mobile))[0]!
    const changes = (password: string) =>
      security.changePassword(ana, {
        code: code!,
        password,
        confirmPassword: password,
        oldPassword: undefined,
        ticket: undefined,
      })
    for (const [password, check] of [
      ...weak,
      ['anastasia7', 'password_personal'],
      [ana.mobile, 'password_personal'],
    ] as const)
      await assert.rejects(changes(password), refusedFor(check), password)
    await changes('a new one, longer')

    await security.forgottenCode(stranger(), { mobile: ana.mobile, area: '86', ticket: undefined })
    const again = (await textsTo(ana.mobile))[0]!.code!
    const forgets = (password: string, code = again) =>
      security.resetForgotten(stranger(), { mobile: ana.mobile, area: '86', code, password, confirmPassword: password })
    for (const [password, check] of weak) await assert.rejects(forgets(password), refusedFor(check))
    // Without the phone, nobody learns the login name.
    const wrong = again === '111111' ? '222222' : '111111'
    await assert.rejects(forgets('anastasia7', wrong), refusedAs('code_wrong', 'code'))
    await assert.rejects(forgets('anastasia7'), refusedFor('password_personal'))
    await forgets('another new one')

    const secret = await bindGoogle(ana)
    const byApp = (password: string) =>
      security.changePasswordByGoogle(ana, { googleCode: googleDigits(secret), password, confirmPassword: password })
    for (const [password, check] of weak) await assert.rejects(byApp(password), refusedFor(check))
    await byApp('the third new one')
    assert.ok(await signIn({ ...ana, password: 'the third new one' }))
  })

  it('a sub-account’s do, when it is opened and when it is set', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 50_000 })
    for (const [password, check] of weak)
      await assert.rejects(addsSub(ana, { password, confirmPassword: password }), refusedFor(check))
    const bo = await subOf(ana)
    const sets = async (password: string, code?: string) =>
      asksSubs(ana, 'resetSubPassword', { subUid: bo.subUid, password, ...(code && { code }) })
    for (const [password, check] of [...weak, [bo.mobile, 'password_personal']] as const)
      await assert.rejects(sets(password), refusedFor(check))
    await sets('orchids in spring', await subCode(ana))
    assert.ok(await signIn({ ...bo, password: 'orchids in spring' }))
  })

  it('the same characters sign in, whichever keyboard composed them; another case does not', async () => {
    const ana = await newAccount()
    const hash = await hashPassword('Caf\u00e9 Ｎo. １, 深圳')
    await transaction((tx) => updatePassword(tx, ana, hash))
    for (const typed of ['Cafe\u0301 No. 1, 深圳', 'Caf\u00e9 Ｎo. １, 深圳'])
      assert.ok(await signIn({ ...ana, password: typed }, { from: caller() }), typed)
    await assert.rejects(signIn({ ...ana, password: 'caf\u00e9 No. 1, 深圳' }), refusedAs('credentials_wrong'))
  })
})
