import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { startSimulators, type Simulators } from '#simulators/start.ts'
import { authOf, cardInHand, charges } from '#test/fixtures/trades.ts'
import { newAccount, withWorld } from '#test/world.ts'
import { buildApp } from './http/app.ts'
import { DAY, nowMs, setClock } from './core/clock.ts'
import { db, sql } from './core/db.ts'
import { startWorking } from './core/worker/worker.ts'
import { composition } from './modules.ts'
import { simulatedOutside, useOutside } from './outside/outside.ts'
import { followSimulatedClock } from './simulatedClock.ts'

const { sweeps, jobs: tasks } = composition

const until = async (holds: () => unknown, forMs = 20_000): Promise<void> => {
  for (const end = performance.now() + forMs; !(await holds());) {
    if (performance.now() > end) throw new Error('it has not come true')
    await setTimeout(50)
  }
}
const ahead = (days: number): boolean => Math.abs(nowMs() - Date.now() - days * DAY) < 5000

describe('the clock of a simulated world', () => {
  withWorld({ connections: 10 })
  const issuerSecret = randomBytes(32).toString('base64')
  const secrets = { fieldKey: '', lookupKey: '', chainSeed: '', issuerSecret }
  let app: FastifyInstance
  let simulators: Simulators
  let serverUrl = ''
  /** In this process, the server's clock has already been moved, so the test reads the machine's. */
  const now = () => Date.now()
  const outsideWorld = () => startSimulators({ serverUrl, secret: issuerSecret, blockMs: 3_600_000, now })
  const forward = (ms: number) =>
    fetch(`${simulators.url}/clock/forward`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ms }),
    })

  before(async () => {
    app = await buildApp({ checkAnswers: true, port: 0, simulated: true, secrets })
    await app.listen({ host: '127.0.0.1', port: 0 })
    serverUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    simulators = await outsideWorld()
    useOutside(simulatedOutside({ simulatorsUrl: simulators.url, secret: issuerSecret }))
  })
  after(async () => {
    await simulators.stop()
    await app.close()
    setClock()
  })

  test('moves the server forward with it, and what falls due then happens now', async () => {
    const card = await cardInHand(await newAccount({ balanceCents: 100_00 }))
    const { authorizationId } = await charges(card, 10_00, { ref: 'net_moved' })
    assert.ok(authorizationId)
    const working = await startWorking(tasks, sweeps)
    try {
      assert.equal((await forward(8 * DAY)).status, 200)
      assert.ok(ahead(8))
      assert.ok(Math.abs(simulators.world.now() - nowMs()) < 5000)
      await until(async () => (await authOf('net_moved'))?.status === 'EXPIRED')
      const { headers } = await fetch(`${serverUrl}/api/enum/list?type=area`)
      assert.ok(Math.abs(Date.parse(headers.get('date')!) - nowMs()) < 5000)
    } finally {
      await working.stop()
    }
  })

  test('is followed by every process, and by a world that is set up anew', async () => {
    setClock()
    await sql`UPDATE simulated_clock SET offset_ms = ${20 * DAY}`.execute(db)
    const following = await followSimulatedClock()
    assert.ok(ahead(20))
    await sql`UPDATE simulated_clock SET offset_ms = ${21 * DAY}`.execute(db)
    await until(() => ahead(21))
    following.stop()
    const other = await outsideWorld()
    await until(() => Math.abs(other.world.now() - nowMs()) < 5000)
    await other.stop()
  })

  test('never goes back, and nobody else may move it', async () => {
    assert.equal((await forward(-DAY)).status, 400)
    const post = (path: string) =>
      fetch(serverUrl + path, { method: 'POST', body: JSON.stringify({ offsetMs: 400 * DAY }) })
    assert.equal((await post('/simulated/clock')).status, 401)
    const real = await buildApp({ checkAnswers: true, port: 0, simulated: false, secrets })
    assert.equal((await real.inject({ method: 'POST', url: '/simulated/clock', payload: '{}' })).statusCode, 404)
    await real.close()
    assert.ok(!ahead(400))
  })
})
