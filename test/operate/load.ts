/** People and card networks who go on working while servers come and go, and give up at the first failure: it is counted. */
import assert from 'node:assert/strict'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import * as notices from '#contract/notices/notices.ts'
import { db, many, sql } from '#server/core/db.ts'
import { sign } from '#server/outside/outside.ts'
import { event, request, type Plastic } from '../fixtures/trades.ts'
import { requestOf } from '../http/app.ts'
import type { Servers } from '../http/servers.ts'
import { until } from '../install/until.ts'

/** Hundreds a second would measure this machine. */
const PAUSE_MS = 30
/** Four callers with as many logins stay below the 600 calls a minute that a login may make, however long the servers take to come back. */
const CALL_PAUSE_MS = 150

export type Load = {
  readonly made: () => number
  /** The network's names of approved purchases. */
  readonly approved: readonly string[]
  /** Of purchases that a stalled machine did not decide in time: the network has reversed them. */
  readonly unknown: readonly string[]
  readonly failed: readonly string[]
  /** How many were sent a second time. */
  readonly repeated: () => number
  stop(): Promise<void>
}

/**
 * Four that ask for decisions and four that call, each over one kept connection. `again`: a request whose kept connection was closed under it is sent once more, as proxies
 * and browsers do.
 */
export function startLoad(
  url: string,
  {
    cards,
    tokens,
    key,
    again = false,
  }: { cards: readonly Plastic[]; tokens: readonly string[]; key: Servers['key']; again?: boolean },
): Load {
  let over = false
  let made = 0
  let repeated = 0
  const [failed, approved, unknown]: [string[], string[], string[]] = [[], [], []]

  type Sent = { method: string; path: string; headers: http.OutgoingHttpHeaders; body?: string }
  const sends = (agent: http.Agent, { body, ...sent }: Sent, isFirst = true): Promise<string> =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(url)
      const req = http.request({ agent, hostname, port, ...sent }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (more: string) => (text += more))
        response.on('error', () => resolve('broken off'))
        response.on('end', () => resolve(`${response.statusCode} ${text}`))
      })
      req.on('error', (error: NodeJS.ErrnoException) => {
        if (!again || !isFirst || !req.reusedSocket) return resolve(`${error.code}`)
        repeated++
        resolve(sends(agent, { ...sent, ...(body !== undefined && { body }) }, false))
      })
      req.end(body)
    })
  const purchase = async (agent: http.Agent, nth: number): Promise<void> => {
    // Not the same amount at the same shop again, which would be a repeated payment.
    const shop = { id: `mer_${Math.floor(nth / 90)}`, name: 'SHOP', descriptor: 'SHOP', mcc: '5734', country: 'US' }
    const asked = request(cards[nth % cards.length]!, 10 + (nth % 90), { merchant: shop })
    const post = (to: string, id: string, body: string): Promise<string> => {
      const headers = { 'content-length': String(body.length), ...sign(key, id, Date.now(), body) }
      return sends(agent, { method: 'POST', path: `/issuer/simulated/${to}`, headers, body })
    }
    const answer = await post('authorizations', asked.ref, JSON.stringify(asked))
    if (/^200 .*"approved":true/.test(answer)) return void approved.push(asked.ref)
    const reversed = event('auth.reversed', cards[nth % cards.length]!, asked.amountCents, {
      ...{ authRef: asked.ref, reason: 'TIMEOUT' },
    })
    if (!answer.startsWith('503 {"error":"not known in time"')) return void failed.push(`decision: ${answer}`)
    const taken = await post('events', reversed.id, JSON.stringify({ events: [reversed] }))
    if (taken.startsWith('200 ')) unknown.push(asked.ref)
    else failed.push(`decision: ${answer}, and its reversal: ${taken}`)
  }
  const call = async (agent: http.Agent, nth: number): Promise<void> => {
    const { method, path, headers } = requestOf(notices.wallet, {}, tokens[nth % tokens.length])
    const answer = await sends(agent, { method, path, headers })
    if (!answer.startsWith('200 {"code":200')) failed.push(`call: ${answer}`)
  }
  const client = async (work: typeof call, pauseMs: number): Promise<void> => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    while (!over) {
      await work(agent, made++)
      await sleep(pauseMs)
    }
    agent.destroy()
  }
  const clients = (work: typeof call, pauseMs: number) => Array.from({ length: 4 }, () => client(work, pauseMs))
  const working = Promise.all([...clients(purchase, PAUSE_MS), ...clients(call, CALL_PAUSE_MS)])
  return {
    made: () => made,
    repeated: () => repeated,
    approved,
    unknown,
    failed,
    async stop() {
      over = true
      await working
    },
  }
}

/** Checks that what was approved is held, and nothing else. */
export async function holdsWhatWasApproved({ made, approved, unknown }: Load): Promise<void> {
  // A machine that stands still for more than a second is not a restart that somebody notices; many of them are.
  assert.ok(unknown.length <= made() / 100, `${unknown.length} were not decided in time`)
  const held = async () => {
    const rows = await many(db, sql<{ ref: string }>`SELECT issuer_ref AS ref FROM auth WHERE status = 'PENDING'`)
    return rows.map(({ ref }) => ref).sort()
  }
  await until('what was reversed is held no more', async () => (await held()).length <= approved.length)
  assert.deepEqual(await held(), [...approved].sort(), 'what was approved is held, and nothing else')
}
