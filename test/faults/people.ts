/** People with cards who load, withdraw, open, top up and pay, through whichever server answers, until each outcome is known. */
import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, Envelope } from '#contract/core/call.ts'
import { loadCard, openCard, priceOpening, withdrawFromCard } from '#contract/cards/cards.ts'
import { createRecharge, rechargeInfo } from '#contract/funding/funding.ts'
import { requestOf } from '../http/app.ts'
import { aCardInput, aHolder, happens, plasticOf, type Plastic } from '../http/inputs/actors.ts'
import { Log, type Approval } from './acknowledged.ts'
import type { Cluster, Server } from './cluster.ts'

export type Holder = {
  accountId: string
  token: string
  startCents: number
  cards: { cardId: string; plastic: Plastic }[]
}

/** How long a person keeps retrying. A test that reaches this has failed. */
const PATIENCE_MS = 60_000
const START_CENTS = 200_000_00

/** A request in flight to a server. */
export type Flight = { readonly to: Server; readonly sinceMs: number; answered: boolean | undefined }
export type Crowd = { people: Holder[]; log: Log; flying: Set<Flight> }

const number = (): string => `test-${randomBytes(8).toString('hex')}`
const pick = <T>(from: readonly T[]): T => from[randomInt(from.length)]!

/** Creates holders with some cards each, opened by the servers themselves. */
export async function gather(cluster: Cluster, count = 4, cards = 2): Promise<Crowd> {
  const people = await Promise.all(
    Array.from({ length: count }, async (): Promise<Holder> => {
      const { person, token } = await aHolder(START_CENTS)
      return { accountId: person.accountId, token, startCents: START_CENTS, cards: [] }
    }),
  )
  const crowd: Crowd = { people, log: new Log(), flying: new Set() }
  const opened = await Promise.all(
    people.flatMap((holder) => Array.from({ length: cards }, () => opens(cluster, crowd, holder, 500_00))),
  )
  for (const { holder, cardId } of opened.filter((one) => one !== undefined)) {
    for (let waited = 0; ; waited += 50) {
      const plastic = await plasticOf(cardId).catch(() => undefined)
      if (plastic) {
        holder.cards.push({ cardId, plastic })
        break
      }
      if (waited > PATIENCE_MS) throw new Error('a first card was not made')
      await sleep(50)
    }
  }
  return crowd
}

export type Manner = {
  /** Retry after an answer that leaves the outcome open. */
  asksAgain: boolean
  /** Retry with the same request number. A new one would be a second order. */
  sameNumber: boolean
}
const PRUDENT: Manner = { asksAgain: true, sameNumber: true }

/** Carries out one intent: sends the same request to one server after another until the outcome is known. Undefined: refused. */
async function asks<T>(
  cluster: Cluster,
  { log, flying }: Crowd,
  { token }: Holder,
  row: Call,
  input: Record<string, unknown>,
  manner: Manner,
): Promise<T | undefined> {
  const until = Date.now() + PATIENCE_MS
  let server = pick(cluster.servers)
  for (let tries = 1; Date.now() < until; tries++) {
    const { method, path, headers, body } = requestOf(
      row,
      manner.sameNumber || !input['requestNo'] ? input : { ...input, requestNo: number() },
      token,
    )
    const flight: Flight = { to: server, sinceMs: Date.now(), answered: undefined }
    flying.add(flight)
    const answer = await fetch(server.url + path, {
      method,
      headers: headers as Record<string, string>,
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(15_000),
    })
      .then(async (response) => (await response.json()) as Envelope<T & { reason: string }>)
      .catch(() => undefined)
    flight.answered = answer !== undefined
    flying.delete(flight)
    if (answer?.code === 200) return answer.data
    if (answer && answer.code !== 503 && answer.code !== 500 && answer.data.reason !== 'IN_PROGRESS') return undefined
    if (answer?.code === 500) log.faults.push(`${row.on}: ${JSON.stringify(answer)}`)
    if (!manner.asksAgain) break
    if (tries === 1) log.retried++
    server = cluster.servers[server === cluster.servers[0] ? 1 : 0]
    await sleep(50 + randomInt(200))
  }
  log.unresolved.push(`${row.on} ${JSON.stringify(input)}`)
  return undefined
}

async function opens(
  cluster: Cluster,
  crowd: Crowd,
  holder: Holder,
  amount: number,
  manner = PRUDENT,
  firstName = 'Ana',
) {
  const input = aCardInput({ rechargeAmount: amount, firstName, requestNo: number() })
  const price = await asks<{ total: number }>(cluster, crowd, holder, priceOpening, { vid: input.vid, amount }, PRUDENT)
  if (!price) return undefined
  const asked = { ...input, expectTotal: price.total }
  const done = await asks<{ cardId: string; orderNo: string }>(cluster, crowd, holder, openCard, asked, manner)
  if (!done) return undefined
  const { cardId, orderNo } = done
  crowd.log.orders.push({
    kind: 'OPEN',
    orderNo,
    cardId,
    accountId: holder.accountId,
    amount,
    wallet: -price.total,
    card: amount,
  })
  return { holder, cardId }
}

async function loads(cluster: Cluster, crowd: Crowd, holder: Holder, manner: Manner): Promise<void> {
  const [{ cardId }, amount] = [pick(holder.cards), 1000 + randomInt(2000)]
  const done = await asks<{ orderNo: string; total: number }>(
    cluster,
    crowd,
    holder,
    loadCard,
    { cardId, amount, requestNo: number() },
    manner,
  )
  if (done)
    crowd.log.orders.push({
      kind: 'LOAD',
      orderNo: done.orderNo,
      accountId: holder.accountId,
      cardId,
      amount,
      wallet: -done.total,
      card: amount,
    })
}

async function withdraws(cluster: Cluster, crowd: Crowd, holder: Holder, manner: Manner): Promise<void> {
  const [{ cardId }, amount] = [pick(holder.cards), 100 + randomInt(200)]
  const done = await asks<{ orderNo: string; fee: number }>(
    cluster,
    crowd,
    holder,
    withdrawFromCard,
    { cardId, amount, requestNo: number() },
    manner,
  )
  if (done)
    crowd.log.orders.push({
      kind: 'UNLOAD',
      orderNo: done.orderNo,
      accountId: holder.accountId,
      cardId,
      amount,
      wallet: amount - done.fee,
      card: -amount,
    })
}

async function topsUp(cluster: Cluster, crowd: Crowd, holder: Holder, manner: Manner): Promise<void> {
  const input = { rail: 'USDT_TRC20', amountStr: `${111 + randomInt(50)}.000000` }
  const info = await asks<{ quote?: { quoteId: string } }>(cluster, crowd, holder, rechargeInfo, input, PRUDENT)
  if (!info?.quote) return
  const order = await asks<{ orderNo: string; address: string; payAmountStr: string; creditAmount: number }>(
    cluster,
    crowd,
    holder,
    createRecharge,
    { quoteId: info.quote.quoteId, rail: 'USDT_TRC20', requestNo: number() },
    manner,
  )
  if (!order) return
  const sent = await happens<{ txHash: string }>(cluster, '/chain/transfers', {
    toAddress: order.address,
    units: order.payAmountStr,
    confirmations: 30,
  })
  crowd.log.topUps.push({
    orderNo: order.orderNo,
    accountId: holder.accountId,
    txHash: sent.txHash,
    credit: order.creditAmount,
  })
}

/** Sets the faults of the simulators from now on; `{}` clears all. */
export const breaks = (cluster: Cluster, faults: object): Promise<unknown> =>
  happens(cluster, '/network/faults', faults)

let amounts = 100
async function pays(cluster: Cluster, { log }: Crowd, { accountId, cards }: Holder): Promise<void> {
  const { cardId, plastic } = pick(cards)
  // Never the same amount twice, which would look like a double charge.
  const input = { ...plastic, merchantId: 'mer_google_ads', amountCents: 100 + (amounts++ % 400) }
  const bought = await happens<{ authorizationId: string; approved: boolean; reason?: string }>(
    cluster,
    '/network/purchases',
    input,
  )
  if (bought.reason === 'TIMEOUT' || bought.reason === 'SYSTEM_ERROR') log.unanswered++
  if (!bought.approved) return
  const approval: Approval = {
    ref: bought.authorizationId,
    accountId,
    cardId,
    amount: input.amountCents,
    reversed: 0,
    cleared: new Map(),
  }
  log.approvals.push(approval)
  const at = `/network/authorizations/${bought.authorizationId}`
  const then = randomInt(10)
  if (then < 5) {
    const { clearingId } = await happens<{ clearingId: string }>(cluster, `${at}/clear`, {})
    approval.cleared.set(clearingId, input.amountCents)
    if (then > 0) return
    const { refundId } = await happens<{ refundId: string }>(cluster, `${at}/refund`, {
      amountCents: input.amountCents,
    })
    log.refunds.push({ ref: refundId, accountId, cardId, amount: input.amountCents })
  } else if (then < 7) {
    await happens(cluster, `${at}/reverse`, {})
    approval.reversed = input.amountCents
  }
}

export type Inputs = Partial<Record<'load' | 'withdraw' | 'open' | 'topUp' | 'pay', number>>
const ALL: Inputs = { load: 8, withdraw: 1, open: 2, topUp: 1, pay: 8 }

/** Runs this many people in parallel, each doing one thing after another, until stopped; then waits for their last actions. */
export function bustle(
  cluster: Cluster,
  crowd: Crowd,
  {
    hands = 8,
    inputs = ALL,
    manner = PRUDENT,
    firstName = 'Ana',
  }: { hands?: number; inputs?: Inputs; manner?: Manner; firstName?: string } = {},
) {
  let going = true
  const bag = Object.entries(inputs).flatMap(([input, weight]) =>
    Array.from({ length: weight }, () => input as keyof Inputs),
  )
  const does: Record<keyof Inputs, (holder: Holder) => Promise<unknown>> = {
    load: (holder) => loads(cluster, crowd, holder, manner),
    withdraw: (holder) => withdraws(cluster, crowd, holder, manner),
    open: (holder) => opens(cluster, crowd, holder, 1000 + randomInt(1000), manner, firstName),
    topUp: (holder) => topsUp(cluster, crowd, holder, manner),
    pay: (holder) => pays(cluster, crowd, holder),
  }
  const hand = async (): Promise<void> => {
    while (going) {
      await does[pick(bag)](pick(crowd.people))
      await sleep(randomInt(40))
    }
  }
  const done = Promise.all(Array.from({ length: hands }, hand))
  done.catch(() => {})
  return {
    /** Resolves when this many more actions have been acknowledged, which proves that the service continues. */
    async sees(more: number, patienceMs = PATIENCE_MS): Promise<boolean> {
      const goal = crowd.log.size + more
      for (let waited = 0; waited < patienceMs && crowd.log.size < goal; waited += 20) await sleep(20)
      return crowd.log.size >= goal
    },
    async stop(): Promise<void> {
      going = false
      await done
    },
  }
}
