/** The names under which browsers reach the server. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/http/app.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { edgeOf } from '#server/core/settings/edge.ts'
import { Settings } from '#server/core/settings/settings.ts'
import { simulatedOutside, useOutside } from '#server/outside/outside.ts'
import { withWorld } from '../world.ts'
import { edge } from './edge.ts'

describe('a request for a name', () => {
  withWorld({ connections: 4 })
  const open: FastifyInstance[] = []
  after(async () => {
    for (const app of open) await app.close()
  })
  const serve = async (hosts: string[], trustedProxies: string[] = []): Promise<FastifyInstance> => {
    useOutside(simulatedOutside({ simulatorsUrl: 'http://127.0.0.1:9', secret: 'A'.repeat(44) }))
    const app = await buildApp({ checkAnswers: true, port: 0, trustedProxies, edge: edge({ hosts }) })
    open.push(app)
    return app
  }
  const status = async (app: FastifyInstance, host: string, url = '/api/user/info', more = {}): Promise<number> =>
    (await app.inject({ url, headers: { host, ...more } })).statusCode

  it('that is ours is answered, with any port and in any case', async () => {
    const app = await serve(['cards.example', '[2001:db8::1]'])
    for (const host of ['cards.example', 'Cards.Example:8443', 'cards.example.', '[2001:db8::1]:4000'])
      assert.equal(await status(app, host), 401, host)
  })

  it('that is not ours is refused, whatever it asks for', async () => {
    const app = await serve(['cards.example'])
    for (const host of ['evil.example', 'cards.example.evil.example', 'xcards.example', '127.0.0.1:4000'])
      for (const url of ['/', '/api/user/info', '/api/docs/', '/livezz', '/nothing', '/payments/events/UNIONPAY'])
        assert.equal(await status(app, host, url), 421, `${host} ${url}`)
    const { headers, body } = await app.inject({ url: '/api/user/info', headers: { host: 'evil.example' } })
    assert.match(body, /WRONG_HOST/)
    assert.equal(headers['cache-control'], 'no-store')
  })

  it('does not matter for probes and card networks, which have their own', async () => {
    const app = await serve(['cards.example'])
    for (const url of ['/livez', '/readyz', '/readyz?verbose'])
      assert.equal(await status(app, '10.0.0.7', url), 200, url)
    const told = await app.inject({ method: 'POST', url: '/issuer/simulated/events', headers: { host: 'net.example' } })
    assert.equal(told.statusCode, 401)
  })

  it('is the one that a proxy of ours was asked for', async () => {
    const forwarded = { 'x-forwarded-host': 'cards.example' }
    assert.equal(await status(await serve(['cards.example'], ['127.0.0.1']), 'backend', undefined, forwarded), 401)
    assert.equal(await status(await serve(['cards.example']), 'backend', undefined, forwarded), 421)
  })

  it('is checked by default against the public address, if there is one', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kaika-hosts-'))
    after(() => rmSync(folder, { recursive: true }))
    const env = { KAIKA_DEMO: 'on', DATABASE_URL: 'postgres://127.0.0.1:1/none', KAIKA_DATA: folder }
    const hosts = (more: object) => readConfig({ ...env, ...more }).edge.hosts
    const local = ['127.0.0.1', 'localhost', '[::1]']
    assert.deepEqual(hosts({}), [])
    assert.deepEqual(hosts({ KAIKA_ORIGIN: 'https://cards.example:8443' }), ['cards.example', ...local])
    const production = edgeOf(new Settings({}), { origin: 'https://a.example', simulated: false, trustedProxies: [] })
    assert.deepEqual(production.hosts, ['a.example'])
    assert.deepEqual(hosts({ KAIKA_ORIGIN: 'https://a.example', KAIKA_HOSTS: 'b.example, 192.0.2.1' }), [
      ...['b.example', '192.0.2.1'],
      ...local,
    ])
  })
})
