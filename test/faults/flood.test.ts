/** A flood of pipelined requests at the console: the network's authorizations are answered as before, and memory stays bounded. */
import assert from 'node:assert/strict'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { nowMs } from '#server/core/clock.ts'
import { poster, postSigned } from '#simulators/network/post.ts'
import { purchaseOf } from '../http/purchases.ts'
import { startServers, type Servers } from '../http/servers.ts'
import { withWorld } from '../world.ts'

const CONNECTIONS = Number(process.env['KAIKA_FLOOD'] ?? 200)
const REQUESTS = 2000
const MEMORY_MB = 400

describe('a flood of pipelined requests at the console', () => {
  const database = withWorld({ connections: 2 })
  let servers: Servers
  let flood: ChildProcess | undefined
  before(async () => void (servers = await startServers(database.url, { count: 1, apart: true })))
  after(async () => {
    flood?.kill()
    await servers?.stop()
  })

  const nobodysCard = { cardNumber: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' }
  /** Returns how long the network waits for its answer, in ms. */
  async function asks(post: ReturnType<typeof poster>): Promise<number> {
    const request = purchaseOf(nobodysCard, 10_00)
    const began = performance.now()
    const signed = { key: servers.key, id: request.ref, nowMs: nowMs(), body: JSON.stringify(request) }
    const { status, body } = await postSigned(post, '/issuer/simulated/authorizations', signed, 20_000)
    assert.deepEqual([status, JSON.parse(body.toString()).reason], [200, 'CARD_NOT_FOUND'])
    return performance.now() - began
  }
  const memoryMb = ({ pid }: ChildProcess): number =>
    existsSync(`/proc/${pid}/status`)
      ? Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
      : 0

  test('leaves the network its answers, and the server its memory', async (t) => {
    const post = poster(servers.networkUrl)
    for (let i = 0; i < 50; i++) await asks(post)
    const { port } = new URL(servers.urls[0]!)
    flood = fork(new URL('flood.ts', import.meta.url), [port, String(CONNECTIONS), String(REQUESTS)])
    await once(flood, 'message')
    const waits: number[] = []
    for (let i = 0; i < 80; i++) {
      waits.push(await asks(post))
      await sleep(50)
    }
    flood.send('how many?')
    const [answered] = (await once(flood, 'message')) as [number]
    post.close()
    waits.sort((a, b) => a - b)
    const memory = servers.processes.map(memoryMb)
    t.diagnostic(
      `door: middle ${waits[40]!.toFixed(0)} ms, worst ${waits[79]!.toFixed(0)} ms; memory: ${memory.map((mb) => mb.toFixed(0)).join(' and ')} MB; ${answered} of ${CONNECTIONS * REQUESTS} of the flood answered`,
    )
    assert.ok(answered < CONNECTIONS * REQUESTS, 'the flood went on all the time')
    assert.ok(waits[40]! < 100, `in the middle the network waits ${waits[40]!.toFixed(0)} ms`)
    assert.ok(memory.every((mb) => mb < MEMORY_MB))
  })

  test('and the console answers nothing that is the network’s, nor the network’s process anything of the console', async () => {
    const post = { method: 'POST', body: '{}' }
    for (const path of ['/issuer/simulated/authorizations', '/issuer/simulated/events'])
      assert.equal((await fetch(`${servers.networkUrl}${path}`, post)).status, 401)
    for (const path of ['/api/user/logout', '/', '/api/docs', '/payments/wechat'])
      assert.equal((await fetch(`${servers.networkUrl}${path}`)).status, 404)
    assert.equal((await fetch(`${servers.networkUrl}/readyz`)).status, 200)
    flood!.kill()
    for (const path of ['/issuer/simulated/authorizations', '/issuer/simulated/events'])
      assert.equal((await fetch(`${servers.urls[0]}${path}`, post)).status, 404)
  })
})
