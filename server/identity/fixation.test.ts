/** A session begins when somebody signs in, and nothing that was there before becomes theirs. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import type { Envelope } from '#contract/core/call.ts'
import { bindGoogle, googleDigits } from '#test/google.ts'
import { newAccount, PASSWORD, withWorld } from '#test/world.ts'
import { buildApp } from '../http/app.ts'

withWorld()
let app: FastifyInstance
before(async () => void (app = await buildApp({ checkAnswers: true, port: 0 })))
after(() => app.close())

type Answer = Envelope<Record<string, string | undefined>>
const basic = `Basic ${Buffer.from('kaika-web:kaika').toString('base64')}`
const who = async (token: string): Promise<string | undefined> => {
  const answer = await app.inject({ url: '/api/user/info', headers: { authorization: `Bearer ${token}` } })
  return answer.json<Answer>().data['userId']
}
/** Signs in with whatever else somebody has put into the victim's browser or link. */
const enters = async (
  form: Record<string, string>,
  { planted = {}, cookie, by = 'loginPwd' }: { planted?: Record<string, string>; cookie?: string; by?: string } = {},
) => {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/user/${by}?${new URLSearchParams(planted).toString()}`,
    headers: {
      authorization: basic,
      'content-type': 'application/x-www-form-urlencoded',
      ...(cookie && { cookie }),
    },
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
