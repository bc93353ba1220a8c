/** Servers are replaced one after another while people and card networks use them, and nobody notices. */
import assert from 'node:assert/strict'
import http from 'node:http'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import * as identity from '#contract/identity/identity.ts'
import * as notices from '#contract/notices/notices.ts'
import { db, many, sql } from '#server/core/db.ts'
import { sign } from '#server/outside/outside.ts'
import { booksHold, withIssuer } from '../fixtures/cards.ts'
import { cardInHand, request, type Plastic } from '../fixtures/trades.ts'
import { granted, hangUp, requestOf } from '../http/app.ts'
import { startServers, type Servers } from '../http/servers.ts'
import { newAccount, PASSWORD } from '../world.ts'
import { startBalancer, type Balancer } from './balancer.ts'

const RESTARTS = 12
const REQUESTS = 5000
/** Hundreds a second would measure this machine. */
const PAUSE_MS = 30

describe('two servers behind a balancer', () => {
  const { database } = withIssuer({ connections: 4 })
  const cards: Plastic[] = []
  const tokens: string[] = []
  let servers: Servers
  let balancer: Balancer
  before(async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => newAccount({ balanceCents: 600_00 })))
    for (const person of people) cards.push(await cardInHand(person, { rechargeAmount: 500_00 }))
    servers = await startServers(database.url, { drainMs: 500 })
    balancer = await startBalancer(servers.urls)
    for (const { mobile: username } of people) {
      const input = { username, password: PASSWORD }
      tokens.push((await granted<{ access_token: string }>(balancer.url, identity.signIn, input)).access_token)
    }
  })
  after(async () => {
    balancer?.stop()
    hangUp()
    await servers?.stop()
  })

  type Sent = { method: string; path: string; headers: http.OutgoingHttpHeaders; body?: string }
  /** Sends once, over kept connections, and gives up for good: what fails is counted. */
  const sends = (agent: http.Agent, { body, ...sent }: Sent): Promise<string> =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(balancer.url)
      const req = http.request({ agent, hostname, port, ...sent }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (more: string) => (text += more))
        response.on('error', () => resolve('broken off'))
        response.on('end', () => resolve(`${response.statusCode} ${text}`))
      })
      req.on('error', (error: NodeJS.ErrnoException) => resolve(`${error.code}`))
      req.end(body)
    })

  test('are restarted twelve times under load, and every request is answered', async (t) => {
    let over = false
    let made = 0
    const failed: string[] = []
    const approved: string[] = []
    const purchase = async (agent: http.Agent, nth: number): Promise<void> => {
      // Not the same amount at the same shop again, which would be a repeated payment.
      const shop = { id: `mer_${Math.floor(nth / 90)}`, name: 'SHOP', descriptor: 'SHOP', mcc: '5734', country: 'US' }
      const asked = request(cards[nth % cards.length]!, 10 + (nth % 90), { merchant: shop })
      const body = JSON.stringify(asked)
      const headers = { 'content-length': String(body.length), ...sign(servers.key, asked.ref, Date.now(), body) }
      const answer = await sends(agent, { method: 'POST', path: '/issuer/simulated/authorizations', headers, body })
      if (/^200 .*"approved":true/.test(answer)) approved.push(asked.ref)
      else failed.push(`decision: ${answer}`)
    }
    const call = async (agent: http.Agent, nth: number): Promise<void> => {
      const { method, path, headers } = requestOf(notices.wallet, {}, tokens[nth % tokens.length])
      const answer = await sends(agent, { method, path, headers })
      if (!answer.startsWith('200 {"code":200')) failed.push(`call: ${answer}`)
    }
    const client = async (work: typeof call): Promise<void> => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
      while (!over) {
        await work(agent, made++)
        await sleep(PAUSE_MS)
      }
      agent.destroy()
    }
    const load = Promise.all([purchase, purchase, purchase, purchase, call, call, call, call].map(client))
    const began = performance.now()
    for (let restarts = 0; restarts < RESTARTS; restarts++) await servers.restart(restarts % 2)
    while (made < REQUESTS) await sleep(100)
    over = true
    await load
    const seconds = Math.round((performance.now() - began) / 1000)
    t.diagnostic(`${made} requests, ${approved.length} of them decisions, in ${seconds} s; ${failed.length} failed`)
    assert.deepEqual(failed.slice(0, 20), [])
    assert.ok(made >= REQUESTS)
    const held = await many(db, sql<{ ref: string }>`SELECT issuer_ref AS ref FROM auth WHERE status = 'PENDING'`)
    assert.deepEqual(held.map(({ ref }) => ref).sort(), approved.sort(), 'what was approved is held, and nothing else')
    await booksHold()
  })
})
