/** Which address counts: the caller's, as reported by proxies that the operator names, and by no one else. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { inRanges, networkOf } from '#server/core/addresses.ts'
import { buildApp } from '#server/http/app.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { ConfigProblem } from '#server/core/settings/settings.ts'
import { db, sql } from '#server/core/db.ts'
import { newAccount, PASSWORD, withWorld } from '../world.ts'
import { CLIENT } from './app.ts'

const open: FastifyInstance[] = []
async function serve(trustedProxies: readonly string[]): Promise<string> {
  const app = await buildApp({ checkAnswers: true, port: 0, trustedProxies })
  open.push(app)
  await app.listen({ host: '0.0.0.0', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

const agents = new Map<string, http.Agent>()
/** Signs in over a real connection from one of this machine's own addresses. */
function signsIn(url: string, username: string, forwarded?: string, from = '127.0.0.1'): Promise<{ code: number }> {
  const agent = agents.get(from) ?? new http.Agent({ keepAlive: true, maxSockets: 8, localAddress: from })
  agents.set(from, agent)
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}/api/user/loginPwd`, {
      method: 'POST',
      agent,
      headers: {
        authorization: CLIENT,
        'content-type': 'application/x-www-form-urlencoded',
        ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString()) as { code: number }))
    })
    request.end(new URLSearchParams({ username, password: PASSWORD }).toString())
  })
}

const seenOf = async (loginId: string): Promise<string[]> =>
  (
    await sql<{ ip: string }>`SELECT ip FROM session WHERE login_id = ${loginId} ORDER BY created_at`.execute(db)
  ).rows.map(({ ip }) => ip)

describe('the address of a caller', () => {
  withWorld({ connections: 10 })
  after(async () => {
    for (const agent of agents.values()) agent.destroy()
    for (const app of open) await app.close()
  })

  it('is that of each of 200 customers behind a trusted proxy, so that none uses up the limit of another', async () => {
    const url = await serve(['127.0.0.1'])
    const ana = await newAccount()
    const codes: number[] = []
    for (let i = 1; i <= 200; i++) codes.push((await signsIn(url, ana.mobile, `198.51.100.${i}`)).code)
    assert.deepEqual([...new Set(codes)], [200])
    assert.ok((await seenOf(ana.loginId)).includes('198.51.100.200'), 'the session has the customer’s address')
  })

  it('is that of the connection, whatever a header says, where no proxy is trusted', async () => {
    const url = await serve([])
    const ana = await newAccount()
    const codes: number[] = []
    for (let i = 1; i <= 70; i++) codes.push((await signsIn(url, ana.mobile, `198.51.100.${i}`)).code)
    assert.equal(codes.filter((code) => code === 429 || code === 1429).length, 10, 'sixty a minute for one address')
    assert.deepEqual([...new Set(await seenOf(ana.loginId))], ['127.0.0.1'])
  })

  it('is believed only from the proxies that are named, and only their own part of the header', async () => {
    const url = await serve(['127.0.0.2', '10.0.0.0/8'])
    const ana = await newAccount()
    await signsIn(url, ana.mobile, '203.0.113.9', '127.0.0.3')
    await signsIn(url, ana.mobile, '6.6.6.6, 203.0.113.9, 10.1.2.3', '127.0.0.2')
    await signsIn(url, ana.mobile, 'nonsense', '127.0.0.2')
    assert.deepEqual(await seenOf(ana.loginId), ['127.0.0.3', '203.0.113.9', '127.0.0.2'])
  })

  it('starts with no setting that is misspelt, or that believes everybody', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kaika-addresses-'))
    after(() => rmSync(folder, { recursive: true }))
    const env = { DATABASE_URL: 'postgres://127.0.0.1:1/none', KAIKA_DATA: folder }
    assert.deepEqual(readConfig(env).trustedProxies, [])
    assert.deepEqual(readConfig({ ...env, KAIKA_TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).trustedProxies, [
      '10.0.0.0/8',
      '::1',
    ])
    for (const wrong of ['loopback', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0', '10.0.0.0/8/8', '10.0.0.0/'])
      for (const name of ['KAIKA_TRUSTED_PROXIES', 'KAIKA_STAFF_ADDRESSES'])
        assert.throws(() => readConfig({ ...env, [name]: wrong }), ConfigProblem, wrong)
  })

  it('counts a /64 of IPv6 as one, and an IPv4 address as itself however it is written', () => {
    assert.equal(networkOf('2001:db8::1'), networkOf('2001:db8:0:0:ffff::2'))
    assert.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1')
    const inside = inRanges(['192.0.2.0/24', '2001:db8::/32'])
    assert.deepEqual(
      ['192.0.2.9', '::ffff:192.0.2.9', '2001:db8:1::5', '192.0.3.1', '2001:db9::1', 'nonsense'].map(inside),
      [true, true, true, false, false, false],
    )
  })
})
