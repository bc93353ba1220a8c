/** One login may call 600 times per minute across all servers. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as cards from '#contract/cards/cards.ts'
import * as identity from '#contract/identity/identity.ts'
import { newAccount, PASSWORD, withWorld } from '../world.ts'
import { askUntilKnown, granted, hangUp } from './app.ts'
import { startServers, type Servers } from './servers.ts'

describe('three servers on one database', () => {
  const database = withWorld({ connections: 4 })
  let servers: Servers
  before(async () => void (servers = await startServers(database.url, { count: 3 })))
  after(async () => {
    hangUp()
    await servers?.stop()
  })

  test('allow 600 calls a minute for a login, within 5 %, and tell when to come again', async (t) => {
    const [ana, ben] = [await newAccount(), await newAccount()]
    const [token, other] = await Promise.all(
      [ana, ben].map(
        async ({ mobile: username }) =>
          (await granted<{ access_token: string }>(servers.urls[0]!, identity.signIn, { username, password: PASSWORD }))
            .access_token,
      ),
    )
    let allowed = 0
    const waits: number[] = []
    const began = performance.now()
    const call = async (url: string): Promise<boolean> => {
      const { code, data } = await askUntilKnown<{ retryAfterMs?: number }>(url, cards.suggestHolder, {}, token)
      if (code === 200) allowed++
      else {
        assert.equal(code, 1429)
        waits.push(data.retryAfterMs!)
      }
      return code === 200
    }
    // Six clients call each server until it has refused each of them; a limit per server would allow 600 calls on every one.
    const hands = servers.urls.flatMap((url) => Array.from({ length: 6 }, () => url))
    await Promise.all(
      hands.map(async (url) => {
        while (await call(url)) assert.ok(allowed <= 1800)
      }),
    )
    const seconds = (performance.now() - began) / 1000
    t.diagnostic(`${allowed} calls allowed in ${seconds.toFixed(1)} s`)
    assert.ok(seconds < 60, 'all of it happened within one window')
    assert.ok(Math.abs(allowed - 600) <= 30, `${allowed} calls were allowed`)
    assert.ok(
      waits.every((ms) => ms > 0 && ms <= 60_000),
      String(waits),
    )
    for (const url of servers.urls)
      assert.equal((await askUntilKnown(url, cards.suggestHolder, {}, other)).code, 200, 'another login goes on')
  })
})
