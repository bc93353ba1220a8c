/** Servers are replaced one after another while people and card networks use them, and nobody notices. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import * as identity from '#contract/identity/identity.ts'
import { booksHold, withIssuer } from '../fixtures/cards.ts'
import { cardInHand, type Plastic } from '../fixtures/trades.ts'
import { granted, hangUp } from '../http/app.ts'
import { startServers, type Servers } from '../http/servers.ts'
import { newAccount, PASSWORD } from '../world.ts'
import { startBalancer, type Balancer } from './balancer.ts'
import { holdsWhatWasApproved, startLoad } from './load.ts'

const RESTARTS = 12
const REQUESTS = 5000

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

  test('are restarted twelve times under load, and every request is answered', async (t) => {
    const load = startLoad(balancer.url, { cards, tokens, key: servers.key })
    const began = performance.now()
    for (let restarts = 0; restarts < RESTARTS; restarts++) await servers.restart(restarts % 2)
    while (load.made() < REQUESTS) await sleep(100)
    await load.stop()
    const seconds = Math.round((performance.now() - began) / 1000)
    const { failed, approved, unknown } = load
    t.diagnostic(
      `${load.made()} requests, ${approved.length} approved purchases, in ${seconds} s; ${unknown.length} reversed, ${failed.length} failed`,
    )
    assert.deepEqual(failed.slice(0, 20), [])
    await holdsWhatWasApproved(load)
    await booksHold()
  })
})
