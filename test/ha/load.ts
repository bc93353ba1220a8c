/**
 * The card network and people at work, at a steady rate. Like a network, it waits two seconds for an answer, sends an unanswered request again under the same
 * name, and in the end reverses what was never answered. Like a console, it sends a load again under the same number until its outcome is known.
 */
import http from 'node:http'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadCard } from '#contract/cards/cards.ts'
import { wallet } from '#contract/notices/notices.ts'
import { sign, signingKey } from '#server/outside/signatures.ts'
import { requestOf, type Sent } from '../http/app.ts'
import { Log, type Authorization } from './log.ts'
import type { WorldCard, WorldHolder } from './world.ts'

/** A network's patience. */
const ANSWER_MS = 2000
const TRIES = 4
const PAUSE_MS = 700
/** By then a reversal or a load has an outcome, or the run has failed. */
const PATIENCE_MS = 120_000
const EVERY_MS = 50

export type Rates = { authorizations: number; loads: number; reads: number }

type Answer = { status: number; body: string }

export class Load {
  log = new Log()
  readonly #holders: readonly WorldHolder[]
  readonly #address: string
  readonly #key: ReturnType<typeof signingKey>
  readonly #network = new http.Agent({ keepAlive: true, maxSockets: 24 })
  readonly #console = new http.Agent({ keepAlive: true, maxSockets: 24 })
  #running = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #next = 0

  constructor(address: string, secret: string, holders: readonly WorldHolder[]) {
    this.#address = address
    this.#key = signingKey(secret)
    this.#holders = holders
  }

  start(rates: Rates): void {
    this.log = new Log()
    const [began, done] = [performance.now(), { authorizations: 0, loads: 0, reads: 0 }]
    const work = { authorizations: () => this.#authorize(), loads: () => this.#load(), reads: () => this.#read() }
    this.#timer = setInterval(() => {
      const seconds = (performance.now() - began) / 1000
      for (const kind of ['authorizations', 'loads', 'reads'] as const)
        for (; done[kind] < seconds * rates[kind]; done[kind]++) this.#follow(work[kind]())
    }, EVERY_MS)
  }

  #follow(work: Promise<void>): void {
    this.#running.add(work)
    void work.finally(() => this.#running.delete(work))
  }

  /** Begins nothing new, and waits until everything under way has an outcome. */
  async stop(): Promise<Log> {
    clearInterval(this.#timer)
    while (this.#running.size) await Promise.all(this.#running)
    return this.log
  }

  close(): void {
    this.#network.destroy()
    this.#console.destroy()
  }

  #turn(): { holder: WorldHolder; card: WorldCard; at: number } {
    const at = this.#next++
    const holder = this.#holders[at % this.#holders.length]!
    return { holder, card: holder.cards[Math.floor(at / this.#holders.length) % holder.cards.length]!, at }
  }

  async #authorize(): Promise<void> {
    const { log } = this
    const { card, at } = this.#turn()
    const ref = `ha_${randomBytes(9).toString('hex')}`
    // Never the same amount for the same card within a minute, which would look like a double charge.
    const one: Authorization = {
      ...{
        ref,
        cardId: card.cardId,
        amountCents: 100 + (at % 797),
        told: [],
        reasons: [],
        reversing: false,
        reversed: false,
      },
    }
    log.authorizations.push(one)
    const body = authorizationBody(one, card)
    for (let tries = 0; tries < TRIES && !one.told.length; tries++) {
      if (tries) {
        log.repeated++
        await sleep(PAUSE_MS)
      }
      await this.#ask(log, one, body)
    }
    // A network also repeats what was answered: its own machines fail too.
    if (at % 20 === 0 && one.told.length) {
      log.repeated++
      await this.#ask(log, one, body)
    }
    if (!one.told.length || (at % 10 === 3 && one.told.includes('approved'))) await this.#reverse(one, card)
  }

  async #ask({ approvedAt }: Log, one: Authorization, body: string): Promise<void> {
    const answer = await this.#toNetwork('authorizations', one.ref, body)
    if (answer?.status !== 200) return
    const { approved, reason } = JSON.parse(answer.body) as { approved: boolean; reason?: string }
    if (approved && !one.told.length) approvedAt.push(performance.now())
    one.told.push(approved ? 'approved' : 'declined')
    if (reason) one.reasons.push(reason)
  }

  async #reverse(one: Authorization, card: WorldCard): Promise<void> {
    one.reversing = true
    const id = `rev_${one.ref}`
    const event = {
      ...{
        id,
        issuer: 'simulated',
        type: 'auth.reversed',
        cardRef: card.ref,
        occurredAt: Date.now(),
        authRef: one.ref,
        seq: 1,
      },
      ...{
        amount: one.amountCents,
        currency: 'USD',
        merchantAmount: one.amountCents,
        merchantCurrency: 'USD',
        merchant,
      },
      ...{ pos: 'ECOMMERCE', final: true, ...(one.told.length ? {} : { reason: 'TIMEOUT' }) },
    }
    const body = JSON.stringify({ events: [event] })
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end && !one.reversed;) {
      const answer = await this.#toNetwork('events', id, body)
      one.reversed = answer?.status === 200
      if (!one.reversed) await sleep(PAUSE_MS)
    }
  }

  #toNetwork(what: 'authorizations' | 'events', id: string, body: string): Promise<Answer | undefined> {
    const headers = { ...sign(this.#key, id, Date.now(), body), 'content-type': 'application/json' }
    const sent = { method: 'POST', path: `/issuer/simulated/${what}`, headers, body }
    return send(this.#network, this.#address, 4001, sent, ANSWER_MS)
  }

  async #load(): Promise<void> {
    const { log } = this
    const { holder, card, at } = this.#turn()
    const requestNo = `ha-${randomBytes(9).toString('hex')}`
    const one: Log['loads'][number] = {
      ...{ requestNo, cardId: card.cardId, amountCents: 1000 + (at % 500), outcome: undefined, orderNo: undefined },
    }
    log.loads.push(one)
    const input = { cardId: card.cardId, amount: one.amountCents, requestNo }
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end && !one.outcome;) {
      const { code, data } = (await this.#call(log, requestOf(loadCard, input, holder.token))) ?? {}
      if (code === 200) Object.assign(one, { outcome: 'loaded', orderNo: (data as { orderNo: string }).orderNo })
      else if (code !== undefined && code < 500 && (data as { reason?: string }).reason !== 'IN_PROGRESS')
        one.outcome = 'refused'
      else await sleep(PAUSE_MS)
    }
  }

  async #read(): Promise<void> {
    const { holder } = this.#turn()
    await this.#call(this.log, requestOf(wallet, {}, holder.token))
  }

  async #call({ console }: Log, sent: Sent): Promise<{ code: number; data: unknown } | undefined> {
    const answer = await send(this.#console, this.#address, 4000, sent, 15_000)
    if (!answer) console.broken++
    else if (answer.status === 503) console.busy++
    else if (answer.status === 500) console.fault++
    else if (answer.status > 500) console.broken++ // the proxy’s words for a server that went away
    else console.good++
    try {
      return answer && (JSON.parse(answer.body) as { code: number; data: unknown })
    } catch {
      return undefined // HAProxy's own page: no server is ready
    }
  }
}

const merchant = { id: 'mer_ha', name: 'CORNER SHOP', descriptor: 'CORNER SHOP *1234', mcc: '5734', country: 'US' }

function authorizationBody({ ref, amountCents }: Authorization, { ref: _, cardId: __, ...card }: WorldCard): string {
  return JSON.stringify({
    ...{ kind: 'authorization', ref, merchant, amountCents, merchantAmount: amountCents, merchantCurrency: 'USD' },
    ...{ pos: 'ECOMMERCE', occurredAt: Date.now(), ...card, threeDs: 'NONE' },
  })
}

/** Undefined: no answer in time, or the connection broke. */
function send(agent: http.Agent, host: string, port: number, sent: Sent, forMs: number): Promise<Answer | undefined> {
  const { method, path, headers, body } = sent
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const request = http.request({ agent, host, port, method, path, headers: { ...headers, ...length } })
    // Also for the time that a connection takes which is never answered.
    const timer = setTimeout(() => request.destroy(), forMs)
    request.on('error', () => resolve(undefined))
    request.on('close', () => {
      clearTimeout(timer)
      resolve(undefined)
    })
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('error', () => resolve(undefined))
      response.on('end', () => resolve({ status: response.statusCode!, body: text }))
    })
    request.end(body)
  })
}
