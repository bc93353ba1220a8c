/** One process for each role: each does its own part, and says that it is ready for it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { nowMs } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { newId } from '#server/core/ids.ts'
import { poster, postSigned } from '#simulators/network/post.ts'
import { newAccount, withWorld } from '../world.ts'
import { purchaseOf } from './purchases.ts'
import { startServers, type Servers } from './servers.ts'

describe('processes with one role each', () => {
  const database = withWorld({ connections: 4 })
  let servers: Servers
  before(async () => void (servers = await startServers(database.url, { count: 1, apart: true })))
  after(() => servers?.stop())

  const statusOf = async (url: string, path: string): Promise<number> => (await fetch(url + path)).status
  const until = async (holds: () => Promise<boolean>, ms: number) => {
    for (const end = performance.now() + ms; performance.now() < end; await sleep(50)) if (await holds()) return true
    return false
  }
  const everywhere = (path: string) =>
    Promise.all([servers.urls[0]!, servers.networkUrl, servers.workerUrl].map((url) => statusOf(url, path)))

  test('are all ready, and only the console has the consoles and their calls', async () => {
    // A worker is ready when it has asked for jobs.
    assert.ok(await until(async () => (await everywhere('/readyz')).join() === '200,200,200', 20_000))
    assert.deepEqual(await everywhere('/api/openapi.json'), [200, 404, 404])
  })

  test('only one of them answers the card network', async () => {
    const nobodysCard = { cardNumber: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' }
    const answers = []
    for (const url of [servers.urls[0]!, servers.networkUrl, servers.workerUrl]) {
      const request = purchaseOf(nobodysCard, 10_00)
      const post = poster(url)
      const signed = { key: servers.key, id: request.ref, nowMs: nowMs(), body: JSON.stringify(request) }
      answers.push((await postSigned(post, '/issuer/simulated/authorizations', signed, 20_000)).status)
      post.close()
    }
    assert.deepEqual(answers, [404, 200, 404])
  })

  test('jobs run in the worker, and wait while there is none', async () => {
    const ana = await newAccount()
    const told = async () => {
      const noticeId = newId('ntp')
      const news = { noticeId, accountId: ana.accountId, event: 'welcome', params: {}, atMs: nowMs() } as never
      await transaction((tx) => later(tx, 'notices.tell', news))
      return async () => (await sql`SELECT FROM notice WHERE notice_id = ${noticeId}`.execute(db)).rows.length === 1
    }
    assert.ok(await until(await told(), 20_000))
    const worker = servers.processes.at(-1)!
    worker.kill('SIGTERM')
    await new Promise((ended) => worker.once('exit', ended))
    assert.ok(!(await until(await told(), 2_000)))
  })
})
