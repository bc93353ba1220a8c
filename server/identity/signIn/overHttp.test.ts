import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { bindGoogle, googleDigits } from '#test/fixtures/google.ts'
import { newAccount, newMobile, PASSWORD, subOf, textsTo, withWorld } from '#test/world.ts'
import type { Envelope } from '#contract/core/call.ts'
import { buildApp } from '#server/http/app.ts'

withWorld()
let app: FastifyInstance
before(async () => void (app = await buildApp({ checkAnswers: true, port: 0 })))
after(() => app.close())

type Answer = Envelope<Record<string, string>>
const basic = `Basic ${Buffer.from('kaika-web:kaika').toString('base64')}`
const get = async (path: string, token?: string): Promise<Answer> =>
  (
    await app.inject({
      url: `/api/${path}`,
      headers: { 'accept-language': 'en', ...(token && { authorization: `Bearer ${token}` }) },
    })
  ).json()
const post = async (path: string, form: Record<string, string>, authorization?: string): Promise<Answer> =>
  (
    await app.inject({
      method: 'POST',
      url: `/api/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(authorization && { authorization }) },
      payload: new URLSearchParams(form).toString(),
    })
  ).json()

describe('over HTTP', () => {
  it('a person signs up, signs out, signs in, refreshes, and loads what the console loads at its start', async () => {
    const mobile = newMobile()
    assert.equal((await get(`user/signup/code?mobile=${mobile}&ticket=`)).code, 200)
    const { code } = (await textsTo(mobile))[0]!
    const form = { mobile, code: code!, password: PASSWORD, confirmPassword: PASSWORD, agree: '1', invite: '' }
    const differing = await post('user/signup', { ...form, confirmPassword: 'Another-1' })
    assert.deepEqual(
      [differing.code, differing.data['fields']],
      [1400, [{ name: 'confirmPassword', msg: '两次输入的密码不一致' }]],
    )
    const up = await post('user/signup', form)
    assert.equal(up.code, 200)
    assert.equal((await get('user/logout', up.data['access_token'])).code, 200)
    assert.equal((await get('user/info', up.data['access_token'])).code, 600)

    const signedIn = await post('user/loginPwd', { username: mobile, password: PASSWORD }, basic)
    assert.equal(signedIn.data['userId'], up.data['userId'])
    const exchange = {
      grant_type: 'refresh_token',
      scope: 'server',
      type: 'web',
      refresh_token: signedIn.data['refresh_token']!,
    }
    const fresh = await post('oauth/token', exchange, basic)
    assert.deepEqual((await post('user/refreshToken', exchange, basic)).data, fresh.data)
    for (const path of [
      'user/info',
      'user/wallet',
      'user/overview',
      'user/userPrivilege',
      'user/LoginLog',
      'user/operateLog',
      'sub/role/permission',
      'notice/list',
      'notice/userNotice',
      'notice/noticeForUser',
      'notice/page',
      'notice/moveNotice',
      'user/overviewForSub',
    ]) {
      const { code: answered, msg } = await get(path, fresh.data['access_token'])
      assert.equal(answered, 200, `${path}: ${msg}`)
    }
  })

  it('the console names itself to sign in, and may send the values in the address', async () => {
    const { mobile } = await newAccount()
    assert.equal((await post('user/loginPwd', { username: mobile, password: PASSWORD })).code, 401)
    const answer = await app.inject({
      method: 'POST',
      url: `/api/user/loginPwd?username=${mobile}&password=${PASSWORD}`,
      headers: { authorization: basic },
    })
    assert.equal(answer.json<Answer>().code, 200)
  })

  it('a sub-account gets its own identity and no list that is not its own', async () => {
    const sub = await subOf(await newAccount(), { role: 'rol_viewer' })
    const { data } = await post('user/loginPwd', { username: sub.mobile, password: PASSWORD }, basic)
    const token = data['access_token'] as string
    assert.equal((await get('user/infoForSub', token)).data['subUid'], sub.subUid)
    assert.equal((await get('user/overview', token)).code, 1403)
    assert.equal((await get('user/operateLog', token)).code, 1403)
    assert.equal((await get('user/info', token)).data['inviteCode'], '')
  })

  it('a prefetcher and another site cannot sign anybody out', async () => {
    const { mobile } = await newAccount()
    const { data } = await post('user/loginPwd', { username: mobile, password: PASSWORD }, basic)
    const authorization = `Bearer ${data['access_token']}`
    for (const header of [{ purpose: 'prefetch' }, { 'sec-fetch-site': 'cross-site' }]) {
      await app.inject({ url: '/api/user/logout', headers: { authorization, ...header } })
      assert.equal((await get('user/info', data['access_token'])).code, 200)
    }
  })
})

const who = async (token: string): Promise<string | undefined> => {
  const answer = await app.inject({ url: '/api/user/info', headers: { authorization: `Bearer ${token}` } })
  return answer.json<Answer>().data['userId']
}
/** Signs in with values that an attacker has planted in the victim's browser or link. */
const enters = async (
  form: Record<string, string>,
  { planted = {}, cookie, by = 'loginPwd' }: { planted?: Record<string, string>; cookie?: string; by?: string } = {},
) => {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/user/${by}?${new URLSearchParams(planted).toString()}`,
    headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded', ...(cookie && { cookie }) },
    payload: new URLSearchParams({ ...planted, ...form }).toString(),
  })
  return answer.json<Answer>()
}

describe('a session that somebody planted', () => {
  it('stays whose it was: who signs in gets tokens of their own, and only those', async () => {
    const [mallory, ana] = [await newAccount(), await newAccount()]
    const theirs = (await enters({ username: mallory.mobile, password: PASSWORD })).data
    const planted = {
      access_token: theirs['access_token']!,
      refresh_token: theirs['refresh_token']!,
      sessionId: 'ses_planted',
      session_id: 'ses_planted',
    }
    const cookie = Object.entries(planted)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    const { code, data } = await enters({ username: ana.mobile, password: PASSWORD }, { planted, cookie })
    assert.equal(code, 200)
    for (const name of ['access_token', 'refresh_token'] as const) assert.notEqual(data[name], planted[name])
    assert.equal(await who(planted.access_token), theirs['userId'], 'the planted token is its maker’s still')
    assert.equal(await who(data['access_token']!), data['userId'])
    assert.notEqual(data['userId'], theirs['userId'])
    assert.equal(await who('ses_planted'), undefined)
  })

  it('is not there before the second step: what the first one answers opens nothing', async () => {
    const ana = await newAccount()
    const secret = await bindGoogle(ana, { atSignIn: true })
    const first = await enters({ username: ana.mobile, password: PASSWORD })
    assert.equal(first.data['reason'], 'GOOGLE_REQUIRED')
    assert.doesNotMatch(JSON.stringify(first), /token/)
    const tokens = new Set<string>()
    for (const step of [0, 1]) {
      const digits = googleDigits(secret, step)
      const { data } = await enters(
        { username: ana.mobile, password: PASSWORD, googleCode: digits },
        { by: 'loginByGoogle' },
      )
      tokens.add(data['access_token']!)
      assert.equal(await who(data['access_token']!), data['userId'])
    }
    assert.equal(tokens.size, 2, 'each sign-in has a session of its own')
  })
})
