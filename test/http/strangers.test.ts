/** Attempts by strangers lock no one out: over real connections from many addresses of this machine, each counted separately. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { BROWSER_HEADER } from '#contract/core/call.ts'
import { buildApp } from '#server/http/app.ts'
import { MINUTE, nowMs, setClock } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { useIdentity } from '#server/identity/identity.ts'
import { liftRateLimits } from '#server/http/rateLimit.ts'
import { codeAt, useStaffAddresses } from '#server/staff/staff.ts'
import { bindGoogle, googleDigits } from '../fixtures/google.ts'
import { newStaff } from '../fixtures/staff.ts'
import { newAccount, PASSWORD, textsTo, withWorld } from '../world.ts'
import { CLIENT } from './app.ts'

let app: FastifyInstance
let port = 0
const agents: http.Agent[] = []

type Answer = { code: number; data: Record<string, unknown> }
type From = { ip: string; device?: string; browser?: string | undefined }
type Sent = { path: string; form?: Record<string, string>; json?: object }
const someBrowser = (): string => `kb_${randomBytes(32).toString('base64url')}`

function post({ path, form, json }: Sent, { ip, device = 'curl', browser }: From): Promise<Answer> {
  const agent = new http.Agent({ localAddress: ip })
  agents.push(agent)
  return new Promise((resolve, reject) => {
    const request = http.request({
      host: '127.0.0.1',
      port,
      agent,
      path: `/api/${path}`,
      method: form || json ? 'POST' : 'GET',
      headers: {
        authorization: CLIENT,
        'user-agent': device,
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(json && { 'content-type': 'application/json' }),
        ...(browser && { [BROWSER_HEADER]: browser }),
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString()) as Answer))
    })
    request.end(form ? new URLSearchParams(form).toString() : json ? JSON.stringify(json) : undefined)
  })
}

const byPassword = (username: string, password: string, from: From): Promise<Answer> =>
  post({ path: 'user/loginPwd', form: { username, password } }, from)
const atDesk = (username: string, password: string, code: string, from: From): Promise<Answer> =>
  post({ path: 'operator/login', form: { username, password, code } }, from)
/** Far more origins than one attacker should need: all of 127.0.x.y is this machine. */
const origins = Array.from({ length: 30 }, (_, i) => `127.0.${1 + (i >> 5)}.${1 + (i % 32)}`)
async function attack(once: (from: From) => Promise<Answer>): Promise<Record<number, number>> {
  const codes: Record<number, number> = {}
  for (const ip of origins)
    for (const answer of await Promise.all(Array.from({ length: 4 }, () => once({ ip }))))
      codes[answer.code] = (codes[answer.code] ?? 0) + 1
  return codes
}
const alarms = async (subject: string): Promise<string[]> =>
  (
    await sql<{ kind: string }>`SELECT kind FROM alarm WHERE subject = ${subject} AND closed_at IS NULL`.execute(db)
  ).rows.map(({ kind }) => kind)

describe('wrong tries by strangers', () => {
  withWorld({ connections: 10 })
  before(async () => {
    liftRateLimits()
    app = await buildApp({ checkAnswers: true, port: 0 })
    await app.listen({ host: '0.0.0.0', port: 0 })
    port = (app.server.address() as AddressInfo).port
  })
  after(async () => {
    for (const agent of agents) agent.destroy()
    await app.close()
    useStaffAddresses([])
  })

  it('at a holder’s password, from thirty addresses, are judged a hundred times a day and do not keep out a known device', async () => {
    const ana = await newAccount()
    const [home, browser] = [{ ip: '127.0.9.1', device: 'Firefox' }, someBrowser()]
    assert.equal((await byPassword(ana.mobile, PASSWORD, { ...home, browser })).code, 200)
    const codes = await attack((from) => byPassword(ana.mobile, 'wrong-password-1', from))
    assert.deepEqual(codes, { 1412: 100, 1414: 20 })
    assert.equal((await byPassword(ana.mobile, PASSWORD, home)).code, 200, 'from where it always is')
    const moved = { ip: '127.0.1.1', device: 'curl', browser }
    assert.equal(
      (await byPassword(ana.mobile, PASSWORD, moved)).code,
      200,
      'the same browser, even among the attackers',
    )
    assert.equal(
      (await byPassword(ana.mobile, PASSWORD, { ip: '127.0.9.2' })).code,
      1414,
      'a new device needs the phone',
    )
    await post({ path: `user/login/getCode?mobile=${ana.mobile}` }, { ip: '127.0.9.2' })
    const code = (await textsTo(ana.mobile))[0]!.code!
    const byCode = { path: 'user/loginByCode', form: { mobile: ana.mobile, code } }
    assert.equal((await post(byCode, { ip: '127.0.9.2' })).code, 200)
    assert.deepEqual(await alarms(ana.loginId), ['SIGN_IN_ATTACK'])
  })

  it('are answered for a name that nobody has as for one that somebody has', async () => {
    const codes = await attack((from) => byPassword('13700000000', 'wrong-password-1', from))
    assert.deepEqual(codes, { 1412: 100, 1414: 20 })
  })

  it('wait for longer each time, at one origin', async () => {
    const [ana, from] = [await newAccount(), { ip: '127.0.8.1' }]
    let at = nowMs()
    setClock(() => at)
    const guess = async () => (await byPassword(ana.mobile, 'wrong-password-1', from)).code
    for (let i = 0; i < 5; i++) assert.equal(await guess(), 1412)
    for (const minutes of [15, 30, 60, 120]) {
      assert.equal(await guess(), 1414)
      at += (minutes - 1) * MINUTE
      assert.equal(await guess(), 1414, `${minutes}`)
      at += MINUTE + 1000
      assert.equal(await guess(), 1412, `${minutes}`)
    }
    assert.equal((await byPassword(ana.mobile, PASSWORD, { ip: '127.0.8.2' })).code, 200, 'nobody else waits')
    setClock()
  })

  it('with a password that leaked do not lock the owner’s authenticator', async () => {
    const ana = await newAccount()
    const home = { ip: '127.0.9.5', device: 'Firefox' }
    assert.equal((await byPassword(ana.mobile, PASSWORD, home)).code, 200)
    const secret = await bindGoogle(ana)
    useIdentity({ googleAtSignIn: true })
    const byApp = (googleCode: string, from: From) =>
      post({ path: 'user/loginByGoogle', form: { username: ana.mobile, password: PASSWORD, googleCode } }, from)
    const codes = await attack((from) => byApp('000000', from))
    assert.deepEqual(codes, { 1412: 20, 1414: 100 })
    assert.equal((await byApp(googleDigits(secret, 1), home)).code, 200)
    useIdentity({ googleAtSignIn: false })
  })

  it('at a code by SMS neither burn it nor lock its owner, and use up none that a known device may ask for', async () => {
    const ana = await newAccount()
    const home = { ip: '127.0.9.6', device: 'Firefox' }
    assert.equal((await byPassword(ana.mobile, PASSWORD, home)).code, 200)
    for (const ip of origins.slice(0, 12)) await post({ path: `user/login/getCode?mobile=${ana.mobile}` }, { ip })
    const asked = await post({ path: `user/login/getCode?mobile=${ana.mobile}` }, home)
    assert.equal(asked.code, 200)
    const { code } = (await textsTo(ana.mobile)).at(0)!
    const wrong = code === '000000' ? '000001' : '000000'
    const byCode = (digits: string, from: From) =>
      post({ path: 'user/loginByCode', form: { mobile: ana.mobile, code: digits } }, from)
    await attack((from) => byCode(wrong, from))
    for (let i = 0; i < 8; i++) await byCode(wrong, { ...home, device: 'curl' })
    assert.notEqual((await byCode(code!, { ip: '127.0.1.1' })).code, 200, 'nobody else can use it')
    assert.equal((await byCode(code!, home)).code, 200)
  })

  it('at one of the staff do not keep out a known device, nor whoever comes from an address of the staff', async () => {
    const li = await newStaff()
    const home = { ip: '127.0.9.7', device: 'Firefox' }
    assert.equal((await atDesk(li.loginName, li.password, codeAt(li.secret), home)).code, 200)
    const codes = await attack((from) => atDesk(li.loginName, 'wrong-password-1', '000000', from))
    assert.deepEqual(codes, { 1412: 100, 1414: 20 })
    assert.deepEqual(await attack((from) => atDesk('nobody', 'wrong-password-1', '000000', from)), codes)
    assert.deepEqual(await alarms(li.staffId), ['SIGN_IN_ATTACK'])
    const enters = (from: From, ms: number) =>
      atDesk(li.loginName, li.password, codeAt(li.secret, nowMs() + ms), from).then(({ code }) => code)
    assert.equal(await enters(home, 30_000), 200)
    assert.equal(await enters({ ip: '127.0.9.8' }, 60_000), 1414, 'a new device, on a day like this')
    useStaffAddresses(['127.0.9.8', '127.0.10.0/24'])
    assert.equal(await enters(home, 60_000), 1403, 'from elsewhere nobody, not even with everything right')
    setClock(() => Date.now() + 60_000)
    assert.equal(await enters({ ip: '127.0.10.3' }, 0), 200)
    setClock()
    useStaffAddresses([])
  })

  it('of many names from one place raise an alarm', async () => {
    const from = { ip: '127.0.11.1' }
    for (let i = 0; i < 20; i++) await byPassword(`1380001${1000 + i}`, 'wrong-password-1', from)
    assert.deepEqual(await alarms('127.0.11.1'), ['SIGN_IN_SPRAY'])
  })
})
