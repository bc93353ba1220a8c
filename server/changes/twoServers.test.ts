/** A change made through one server is told on a stream of another. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as cards from '#contract/cards/cards.ts'
import { watchChanges } from '#contract/changes/changes.ts'
import * as identity from '#contract/identity/identity.ts'
import { simulatedOutside, useOutside } from '../outside/outside.ts'
import { nowMs } from '../core/clock.ts'
import { poster, postSigned } from '#simulators/network/post.ts'
import { newAccount, PASSWORD, withWorld } from '#test/world.ts'
import { granted, hangUp } from '#test/http/app.ts'
import { aCardInput, plasticOf } from '#test/http/inputs/actors.ts'
import { purchaseOf } from '#test/http/purchases.ts'
import { startServers, type Servers } from '#test/http/servers.ts'

describe('two servers on one database', () => {
  const database = withWorld({ connections: 4 })
  let servers: Servers
  before(async () => void (servers = await startServers(database.url)))
  after(async () => {
    hangUp()
    await servers?.stop()
  })

  const signedIn = async () => {
    const [one] = servers.urls as [string, string]
    const { mobile: username } = await newAccount({ balanceCents: 900_00 })
    const input = { username, password: PASSWORD }
    return (await granted<{ access_token: string }>(one, identity.signIn, input)).access_token
  }

  test('an opening and an authorization are told to their account alone, and a stream ends with its session', async () => {
    const [one, other] = servers.urls as [string, string]
    useOutside(
      simulatedOutside({ simulatorsUrl: servers.simulatorsUrl, secret: servers.key.export().toString('base64') }),
    )
    const [ana, ben] = [await signedIn(), await signedIn()]
    const [hers, his, hersHere] = [await listen(other, ana), await listen(other, ben), await listen(one, ana)]
    assert.match(await hers.next(), /event: resync/)
    assert.match(await his.next(), /event: resync/)

    const { cardId } = await granted<{ cardId: string }>(one, cards.openCard, aCardInput(), ana)
    // Each change of the card is told; the last of them is that it can be used.
    const status = async () =>
      (await granted<{ card: { status: string } }>(one, cards.showCard, { cardId }, ana)).card.status
    do await hers.until(/"cards"/)
    while ((await status()) !== 'ACTIVE')
    const plastic = await plasticOf(cardId)
    const request = purchaseOf(plastic, 5_00)
    const signed = { key: servers.key, id: request.ref, body: JSON.stringify(request), nowMs: nowMs() }
    assert.equal((await postSigned(poster(one), '/issuer/simulated/authorizations', signed, 20_000)).status, 200)
    const last = await hers.until(/"trades"/)

    // Somebody who comes back to the other server with that id, once it has heard of it too, has missed nothing.
    await hersHere.until(/"trades"/)
    const again = await listen(one, ana, /id: (\d+)/.exec(last)![1])
    assert.doesNotMatch(await again.next(), /resync/)

    // He hears of his own sign-in and sign-out, and with that his stream ends.
    await granted(one, identity.signOut, {}, ben)
    assert.doesNotMatch(await his.rest(), /trades|cards|money/)
    hers.close()
    hersHere.close()
    again.close()
  })
})

async function listen(url: string, token: string, since?: string) {
  const leave = new AbortController()
  const response = await fetch(`${url}${watchChanges.path}${since ? `?since=${since}` : ''}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leave.signal,
  })
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const next = async (): Promise<string> => (await reader.read()).value ?? ''
  return {
    next,
    async until(wanted: RegExp): Promise<string> {
      for (let text = ''; ;) {
        text += await next()
        if (wanted.test(text)) return text.slice(text.lastIndexOf('id: '))
      }
    },
    async rest(): Promise<string> {
      let text = ''
      for (let more = await reader.read(); !more.done; more = await reader.read()) text += more.value
      return text
    },
    close: () => leave.abort(),
  }
}
