/** Behind a proxy that only passes on bytes and says whose they are in a header of the PROXY protocol. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/http/app.ts'
import { allRoles } from '#server/core/settings/config.ts'
import { db, sql } from '#server/core/db.ts'
import { simulatedOutside, useOutside } from '#server/outside/outside.ts'
import { newAccount, PASSWORD, withWorld } from '../world.ts'
import { CLIENT } from '../http/app.ts'
import { edge } from './edge.ts'

const open: FastifyInstance[] = []
async function serve(
  proxyProtocol: 'off' | 'console' | 'decide' | 'all',
  { trustedProxies = ['127.0.0.1'], maxConnections = 2000 } = {},
): Promise<number> {
  const app = await buildApp({
    checkAnswers: true,
    port: 0,
    trustedProxies,
    maxConnections,
    edge: edge({ proxyProtocol }),
  })
  open.push(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

const line = (address: string): string =>
  `PROXY TCP${net.isIPv6(address) ? '6' : '4'} ${address} ${net.isIPv6(address) ? '::1' : '10.0.0.1'} 40000 443\r\n`
function binary(address: string): string {
  const parts = [...address.split('.').map(Number), 10, 0, 0, 1, 156, 64, 1, 187]
  return `\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c${String.fromCharCode(...parts)}`
}

/** What comes back until the connection ends, after these bytes. */
async function told(port: number, pieces: readonly string[], from = '127.0.0.1'): Promise<string> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: from }).setNoDelay(true).setEncoding('utf8')
  let text = ''
  socket.on('data', (more: string) => (text += more)).on('error', () => {})
  const closed = once(socket, 'close')
  for (const piece of pieces) {
    socket.write(piece, 'latin1')
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await closed
  return text
}
const signIn = (username: string, ...headers: string[]): string => {
  const body = new URLSearchParams({ username, password: PASSWORD }).toString()
  const head = ['POST /api/user/loginPwd HTTP/1.1', 'host: us', `authorization: ${CLIENT}`, 'connection: close']
  const type = ['content-type: application/x-www-form-urlencoded', `content-length: ${body.length}`]
  return `${[...head, ...type, ...headers].join('\r\n')}\r\n\r\n${body}`
}
const codeIn = (text: string): number => (JSON.parse(text.slice(text.indexOf('{'))) as { code: number }).code
const seenOf = async (loginId: string): Promise<string[]> =>
  (
    await sql<{ ip: string }>`SELECT ip FROM session WHERE login_id = ${loginId} ORDER BY created_at`.execute(db)
  ).rows.map(({ ip }) => ip)
const signInsOf = async (loginId: string): Promise<string[]> =>
  (await sql<{ ip: string }>`SELECT DISTINCT ip FROM login_log WHERE login_id = ${loginId}`.execute(db)).rows.map(
    ({ ip }) => ip,
  )

describe('a header of the PROXY protocol', () => {
  withWorld({ connections: 10 })
  before(() => useOutside(simulatedOutside({ simulatorsUrl: 'http://127.0.0.1:9', secret: 'A'.repeat(44) })))
  after(async () => {
    for (const app of open) await app.close()
  })

  for (const [version, header] of [
    ['1', line],
    ['2', binary],
  ] as const)
    it(`of version ${version} lets each of 200 customers behind one proxy sign in, and is in their history`, async () => {
      const port = await serve('console')
      const ana = await newAccount()
      const codes: number[] = []
      for (let i = 1; i <= 200; i++)
        codes.push(codeIn(await told(port, [header(`198.51.100.${i}`) + signIn(ana.mobile)])))
      assert.deepEqual([codes.length, [...new Set(codes)]], [200, [200]])
      assert.ok((await seenOf(ana.loginId)).includes('198.51.100.200'), 'in the session')
      assert.ok((await signInsOf(ana.loginId)).includes('198.51.100.7'), 'in the log')
    })

  it('counts for limits: one customer behind the proxy has those of one address', async () => {
    const port = await serve('all', { maxConnections: 8 })
    const ana = await newAccount()
    const codes: number[] = []
    for (let i = 1; i <= 70; i++) codes.push(codeIn(await told(port, [line('192.0.2.9') + signIn(ana.mobile)])))
    assert.equal(codes.filter((code) => code === 429 || code === 1429).length, 10, 'sixty a minute')
    const busy = Array.from({ length: 2 }, () => net.connect(port, '127.0.0.1'))
    after(() => busy.forEach((socket) => socket.destroy()))
    await Promise.all(busy.map((socket) => once(socket, 'connect')))
    for (const socket of busy) socket.write(line('198.51.100.3'))
    for (const socket of busy) {
      socket.write('GET /livez HTTP/1.1\r\nhost: us\r\n\r\n')
      await once(socket, 'data')
    }
    assert.equal(await told(port, [`${line('198.51.100.3')}GET /livez HTTP/1.1\r\nhost: us\r\n\r\n`]), '', 'a quarter')
    assert.match(
      await told(port, [`${line('198.51.100.4')}GET /livez HTTP/1.1\r\nhost: us\r\nconnection: close\r\n\r\n`]),
      /200 OK/,
    )
  })

  it('comes in any pieces, also together with the request, also before an authorization', async () => {
    const port = await serve('all')
    const ask = `POST /issuer/simulated/authorizations HTTP/1.1\r\nhost: us\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}`
    const plain = `POST /issuer/simulated/authorizations HTTP/1.1\r\nhost: us\r\ncontent-length: 2\r\n\r\n{}`
    for (const header of [line('203.0.113.9'), binary('203.0.113.9'), 'PROXY UNKNOWN\r\n'])
      for (const pieces of [
        [header + ask],
        [header, ask],
        [...header, ask],
        [header + plain.slice(0, 30), plain.slice(30) + ask],
      ])
        assert.match(await told(port, pieces), /"signature"/, JSON.stringify(pieces))
  })

  it('is required: without one, from anyone else, malformed or too long, the connection is closed without an answer', async () => {
    const port = await serve('console', { trustedProxies: ['127.0.0.2'] })
    const probe = 'GET /livez HTTP/1.1\r\nhost: us\r\nconnection: close\r\n\r\n'
    const trusted = '127.0.0.2'
    assert.match(await told(port, [line('203.0.113.9') + probe], trusted), /200 OK/)
    assert.equal(await told(port, [line('203.0.113.9') + probe]), '', 'not one of our proxies')
    assert.equal(await told(port, [probe], trusted), '', 'no header')
    assert.equal(await told(port, ['PROXY TCP4 somebody 10.0.0.1 1 2\r\n', probe], trusted), '')
    assert.equal(await told(port, [`PROXY TCP4 ${'9'.repeat(200)}`], trusted), '')
    assert.equal(await told(port, [`\r\n\r\n\0\r\nQUIT\n\x21\x11\xff\xff${'x'.repeat(3000)}`], trusted), '')
  })

  it('is waited for five seconds at most, however slowly it comes', async () => {
    const port = await serve('console')
    const socket = net.connect(port, '127.0.0.1').on('error', () => {})
    const closed = once(socket.resume(), 'close')
    let sent = 0
    const drip = setInterval(() => socket.write(line('203.0.113.9').charAt(sent++)), 300)
    await closed
    clearInterval(drip)
    assert.ok(sent > 3 && sent < line('203.0.113.9').length, `after ${sent} bytes`)
  })

  it('is not what X-Forwarded-For says: that is believed only if the address in the header is a proxy of ours', async () => {
    const port = await serve('console', { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] })
    const ana = await newAccount()
    await told(port, [line('203.0.113.9') + signIn(ana.mobile, 'x-forwarded-for: 6.6.6.6')])
    await told(port, [line('10.1.1.1') + signIn(ana.mobile, 'x-forwarded-for: 198.51.100.5')])
    assert.deepEqual(await seenOf(ana.loginId), ['203.0.113.9', '198.51.100.5'])
  })

  it('is expected only on the ports that are named', async () => {
    const probe = 'GET /livez HTTP/1.1\r\nhost: us\r\nconnection: close\r\n\r\n'
    assert.match(await told(await serve('off'), [probe]), /200 OK/)
    assert.match(await told(await serve('decide'), [probe]), /200 OK/, 'a port for both is the console’s')
    for (const [role, works] of [
      ['decide', false],
      ['worker', true],
    ] as const) {
      const app = await buildApp(
        { checkAnswers: true, port: 0, trustedProxies: ['127.0.0.1'], edge: edge({ proxyProtocol: 'all' }) },
        { does: new Set([...allRoles].filter((name) => name === role)) },
      )
      open.push(app)
      await app.listen({ host: '127.0.0.1', port: 0 })
      const answer = await told((app.server.address() as AddressInfo).port, [probe])
      assert.equal(answer.includes('200 OK'), works, role)
    }
  })
})
