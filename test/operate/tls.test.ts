/** TLS of the server's own, also behind a proxy, with certificates that are renewed while it runs. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import tls from 'node:tls'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/http/app.ts'
import { readConfig } from '#server/core/settings/config.ts'
import type { Edge } from '#server/core/settings/edge.ts'
import { ConfigProblem } from '#server/core/settings/settings.ts'
import { simulatedOutside, useOutside } from '#server/outside/outside.ts'
import { withWorld } from '../world.ts'
import { certificateOf } from './certificates.ts'
import { edge } from './edge.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kaika-tls-'))
const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')]
const authority = certificateOf('an authority')
function renew(): void {
  const made = certificateOf('localhost', authority)
  writeFileSync(cert, made.cert)
  writeFileSync(key, made.key)
}

const open: FastifyInstance[] = []
async function serve(given: Partial<Edge>, origin?: string): Promise<number> {
  const app = await buildApp({
    ...{ checkAnswers: true, port: 0, trustedProxies: ['127.0.0.1'], edge: edge(given) },
    ...(origin && { origin }),
  })
  open.push(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

const connect = async (port: number, options: tls.ConnectionOptions = {}): Promise<tls.TLSSocket> => {
  const socket = tls.connect({ port, host: '127.0.0.1', servername: 'localhost', ca: authority.cert, ...options })
  await once(socket, 'secureConnect')
  return socket
}
async function asks(socket: net.Socket, request: string): Promise<string> {
  let text = ''
  socket.setEncoding('utf8').on('data', (more: string) => (text += more))
  socket.write(request)
  await once(socket, 'close')
  return text
}
const LIVE = 'GET /livez HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'

describe('TLS of the server’s own', () => {
  withWorld({ connections: 4 })
  before(() => {
    useOutside(simulatedOutside({ simulatorsUrl: 'http://127.0.0.1:9', secret: 'A'.repeat(44) }))
    renew()
  })
  after(async () => {
    for (const app of open) await app.close()
    rmSync(folder, { recursive: true })
  })
  const files = { cert, key, clientCa: undefined }

  it('answers people and card networks, one request after another, and tells browsers to keep to https', async () => {
    const port = await serve({ tls: files })
    const more = 'POST /issuer/simulated/authorizations HTTP/1.1\r\nhost: us\r\ncontent-length: 2\r\n\r\n{}'
    const text = await asks(await connect(port), LIVE.replace('close', 'keep-alive') + LIVE)
    assert.equal(text.split('HTTP/1.1 200 OK').length, 3, text)
    assert.match(text, /strict-transport-security: max-age=31536000\r\n/i)
    assert.match(await asks(await connect(port), more + LIVE), /"signature"[\s\S]*"alive":true/)
  })

  it('gives no answer without TLS, to versions before 1.2, and to whoever leaves half-way', async () => {
    const port = await serve({ tls: files })
    assert.doesNotMatch(await asks(net.connect(port, '127.0.0.1'), LIVE), /200/)
    await assert.rejects(connect(port, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }))
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const)
      assert.match(await asks(await connect(port, { minVersion: version, maxVersion: version }), LIVE), /200 OK/)
    const leaves = net.connect(port, '127.0.0.1', () =>
      leaves.write(Buffer.from([22, 3, 1]), () => leaves.resetAndDestroy()),
    )
    await once(leaves, 'close')
    ;(await connect(port)).destroy() // its last bytes of the handshake are not sent
    const connections = promisify(open.at(-1)!.server.getConnections.bind(open.at(-1)!.server))
    for (let waited = 0; (await connections()) > 0; waited += 50) {
      assert.ok(waited < 5000, 'nothing is left of them')
      await sleep(50)
    }
    assert.match(await asks(await connect(port), LIVE), /200 OK/)
  })

  it('does not tell browsers to keep to https if the public address is http', async () => {
    assert.doesNotMatch(
      await asks(await connect(await serve({ tls: files }, 'http://cards.example')), LIVE),
      /strict-transport/i,
    )
  })

  it('comes after the header of a proxy that passes it on', async () => {
    const port = await serve({ tls: files, proxyProtocol: 'all' })
    const relay = net.createServer((near) => {
      const far = net.connect(port, '127.0.0.1')
      far.write('PROXY TCP4 203.0.113.9 10.0.0.1 40000 443\r\n')
      near.pipe(far).pipe(near)
      for (const socket of [near, far]) socket.on('error', () => {})
    })
    await once(relay.listen(0, '127.0.0.1'), 'listening')
    after(() => relay.close())
    const seen: (string | undefined)[] = []
    open.at(-1)!.server.on('request', ({ socket }) => seen.push(socket.remoteAddress))
    const answer = await asks(await connect((relay.address() as AddressInfo).port), LIVE)
    assert.match(answer, /200 OK/)
    assert.deepEqual(seen, ['203.0.113.9'])
    await assert.rejects(connect(port), 'without a header')
  })

  it('takes a renewed certificate from its files, once both belong together, and ends no connection', async () => {
    const port = await serve({ tls: files })
    const serial = async (): Promise<string> => {
      const socket = await connect(port)
      const { serialNumber } = socket.getPeerX509Certificate()!
      socket.destroy()
      return serialNumber
    }
    const before = await serial()
    const old = await connect(port)
    const next = certificateOf('localhost', authority)
    writeFileSync(cert, next.cert)
    await sleep(2500) // it has seen one file without the other
    assert.equal(await serial(), before)
    writeFileSync(key, next.key)
    for (let waited = 0; (await serial()) === before; waited += 100) {
      assert.ok(waited < 15_000)
      await sleep(100)
    }
    assert.match(await asks(old, LIVE), /200 OK/)
  })

  it('does not start with files that are missing or do not belong together', () => {
    const env = {
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      KAIKA_DATA: folder,
      KAIKA_TLS_CERT: cert,
      KAIKA_TLS_KEY: key,
    }
    assert.deepEqual(readConfig(env).edge.tls, files)
    const other = path.join(folder, 'other.pem')
    writeFileSync(other, certificateOf('other').key)
    for (const [wrong, names] of [
      [{ KAIKA_TLS_KEY: other }, /KAIKA_TLS_CERT, KAIKA_TLS_KEY/],
      [{ KAIKA_TLS_KEY: path.join(folder, 'none.pem') }, /ENOENT/],
      [{ KAIKA_TLS_KEY: '' }, /KAIKA_TLS_KEY is missing/],
      [{ KAIKA_ISSUER_CLIENT_CA: cert, KAIKA_TLS_CERT: '', KAIKA_TLS_KEY: '' }, /KAIKA_TLS_CERT is missing/],
      [{ KAIKA_ISSUER_CLIENT_CA: other }, /KAIKA_ISSUER_CLIENT_CA/],
      [{ KAIKA_ISSUER_CLIENTS: 'lithic=client.example' }, /KAIKA_ISSUER_CLIENT_CA is missing/],
      [{ KAIKA_ISSUER_CLIENT_CA: cert, KAIKA_ISSUER_CLIENTS: 'client.example' }, /KAIKA_ISSUER_CLIENTS/],
      [{ KAIKA_PROXY_PROTOCOL: 'all' }, /KAIKA_TRUSTED_PROXIES is missing/],
      [{ KAIKA_PROXY_PROTOCOL: 'on' }, /KAIKA_PROXY_PROTOCOL/],
      [{ KAIKA_HOSTS: 'https://cards.example' }, /KAIKA_HOSTS/],
      [{ KAIKA_HOSTS: 'cards.example:443' }, /KAIKA_HOSTS/],
    ] as const)
      assert.throws(
        () => readConfig({ ...env, ...wrong }),
        (error) => error instanceof ConfigProblem && names.test(error.message),
        JSON.stringify(wrong),
      )
  })
})
