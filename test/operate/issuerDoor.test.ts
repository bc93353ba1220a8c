/** The network's door: who may speak there, and what happens to the others. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import tls from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/http/app.ts'
import { db, many, sql } from '#server/core/db.ts'
import type { Edge } from '#server/core/settings/edge.ts'
import { simulatedOutside, useOutside } from '#server/outside/outside.ts'
import { withWorld } from '../world.ts'
import { certificateOf, type Certified } from './certificates.ts'
import { edge } from './edge.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kaika-door-'))
const authority = certificateOf('the network')
const stranger = certificateOf('another authority')
const client = certificateOf('client.example', authority)
const forged = certificateOf('client.example', stranger)
const files = Object.fromEntries(
  Object.entries({ cert: certificateOf('localhost', authority).cert, key: '', clientCa: authority.cert }).map(
    ([name, text]) => {
      const file = path.join(folder, `${name}.pem`)
      writeFileSync(file, text)
      return [name, file]
    },
  ),
) as { cert: string; key: string; clientCa: string }
const own = certificateOf('localhost', authority)
writeFileSync(files.cert, own.cert)
writeFileSync(files.key, own.key)

const open: FastifyInstance[] = []
async function serve(given: Partial<Edge>, trustedProxies: string[] = []): Promise<number> {
  const app = await buildApp({ checkAnswers: true, port: 0, trustedProxies, edge: edge(given) })
  open.push(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

type Asking = { at?: string; headers?: string[]; length?: number; body?: string; from?: string; as?: Certified }
/** Status and body of the answer. Without a `body`, one is announced and does not come. */
async function asks(port: number, how: Asking = {}, secured = false): Promise<[number, string]> {
  const { at = 'authorizations', headers = [], body = '{}', length = body.length, from = '127.0.0.1', as } = how
  const raw = { port, host: '127.0.0.1', localAddress: from }
  const socket = secured
    ? tls.connect({ ...raw, servername: 'localhost', ca: authority.cert, ...(as && { cert: as.cert, key: as.key }) })
    : net.connect(raw)
  socket.on('error', () => {}).setTimeout(10_000, () => socket.destroy()) // it waits for a body that does not come
  let text = ''
  socket.setEncoding('utf8').on('data', (more: string) => {
    text += more
    if (/\r\n\r\n./.test(text)) socket.destroy()
  })
  const type = ['content-type: application/json', `content-length: ${length}`]
  socket.write([`POST /issuer/simulated/${at} HTTP/1.1`, 'host: us', ...type, ...headers, '', body].join('\r\n'))
  await once(socket, 'close')
  return [Number(text.slice(9, 12)), text.split('\r\n\r\n')[1] ?? '']
}
const unsigned: [number, string] = [401, '{"error":"signature"}']
const refused: [number, string] = [403, '{"error":"caller"}']

describe('the network’s door', () => {
  withWorld({ connections: 4 })
  before(() => useOutside(simulatedOutside({ simulatorsUrl: 'http://127.0.0.1:9', secret: 'A'.repeat(44) })))
  after(async () => {
    for (const app of open) await app.close()
    rmSync(folder, { recursive: true })
  })

  for (const at of ['authorizations', 'events']) {
    it(`hears ${at} from everyone by default, since they are signed`, async () => {
      assert.deepEqual(await asks(await serve({}), { at }), unsigned)
    })

    it(`hears ${at} from the addresses of the list only, and does not read what others send`, async () => {
      const port = await serve({ issuerAddresses: ['127.0.0.2', '192.0.2.0/24'] })
      assert.deepEqual(await asks(port, { at, from: '127.0.0.2' }), unsigned)
      assert.deepEqual(
        await asks(port, { at, headers: ['x-forwarded-for: 192.0.2.1'] }),
        refused,
        'anyone can write it',
      )
      assert.deepEqual(await asks(port, { at, body: '', length: 9000 }), refused, 'before the body')
    })

    it(`hears ${at} through a proxy from the address that the proxy says`, async () => {
      const port = await serve({ issuerAddresses: ['192.0.2.0/24'] }, ['127.0.0.1', '10.0.0.0/8'])
      const by = (...hops: string[]) => asks(port, { at, headers: [`x-forwarded-for: ${hops.join(', ')}`] })
      assert.deepEqual(await by('192.0.2.1'), unsigned)
      assert.deepEqual(await by('192.0.2.1', '10.0.0.3'), unsigned)
      assert.deepEqual(await by('192.0.2.1', '198.51.100.1'), refused)
      assert.deepEqual(await by('192.0.2.1', 'unknown'), refused)
      assert.deepEqual(await asks(port, { at }), refused, 'the proxy itself')
    })

    it(`hears ${at} from callers with a certificate of the authority only`, async () => {
      const port = await serve({ tls: files })
      assert.deepEqual(await asks(port, { at, as: client }, true), unsigned)
      assert.deepEqual(await asks(port, { at }, true), refused, 'without one')
      assert.deepEqual(await asks(port, { at, as: forged, body: '', length: 9000 }, true), refused)
    })

    it(`hears ${at} of an issuer from the certificates that are named for it`, async () => {
      const { fingerprint256 } = new (await import('node:crypto')).X509Certificate(client.cert)
      const fingerprint = fingerprint256.replaceAll(':', '').toLowerCase()
      for (const [clients, answer] of [
        [[['simulated', ['client.example']]], unsigned],
        [[['simulated', ['other.example', fingerprint]]], unsigned],
        [[['simulated', ['other.example', fingerprint.replace(/^./, 'g')]]], refused],
        [[['lithic', ['client.example']]], refused],
      ] as const) {
        const port = await serve({ tls: files, issuerClients: new Map(clients as never) })
        assert.deepEqual(await asks(port, { at, as: client }, true), answer, JSON.stringify(clients))
      }
    })
  }

  it('serves consoles to everyone, also where card networks need a certificate', async () => {
    const port = await serve({ tls: files, issuerAddresses: ['192.0.2.1'] })
    const socket = tls.connect({ port, host: '127.0.0.1', servername: 'localhost', ca: authority.cert })
    let text = ''
    socket.setEncoding('utf8').on('data', (more: string) => (text += more))
    socket.write('GET /api/user/info HTTP/1.1\r\nhost: us\r\nconnection: close\r\n\r\n')
    await once(socket, 'close')
    assert.match(text, /^HTTP\/1.1 401 /)
  })

  it('raises one alarm for repeated attempts, and none for a few', async () => {
    const alarms = () =>
      many(
        db,
        sql<{ subject: string; detail: object }>`SELECT subject, detail FROM alarm WHERE kind = 'ISSUER_DOOR_REFUSED'`,
      )
    await sql`UPDATE alarm SET closed_at = now() WHERE kind = 'ISSUER_DOOR_REFUSED'`.execute(db)
    const known = (await alarms()).length
    const port = await serve({ issuerAddresses: ['192.0.2.1'] })
    for (let times = 1; times < 10; times++) await asks(port, { at: times % 2 ? 'events' : 'authorizations' })
    await sleep(200)
    assert.equal((await alarms()).length, known)
    for (let times = 0; times < 5; times++) await asks(port)
    for (let waited = 0; (await alarms()).length === known && waited < 5000; waited += 50) await sleep(50)
    assert.deepEqual((await alarms()).slice(known), [
      { subject: 'simulated', detail: { issuer: 'simulated', attempts: 10, address: '127.0.0.1' } },
    ])
  })
})
