/**
 * How soon is a purchase on the screen? A hundred purchases with an account holder's card, each asked by the network and approved, while the transactions page, and then the overview, are
 * open in a real browser: from the approval's arrival at the network until the row is in the page. The product as `npm start` starts it.
 */
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import config from '../playwright.config.ts'
import { pages } from '#contract/core/permissions.ts'
import { transaction } from '#server/core/db.ts'
import { hashPassword, mobileOf, openAccount } from '#server/identity/identity.ts'
import { onBusyDemo, type BusyDemo } from './tools/busyDemo.ts'
import { percentile, scaled, tell, type Figure, type Told } from './tools/figures.ts'
import { signIn, storage } from './tools/visitor.ts'
import { questionsOn, yesOf, type BenchCard } from './tools/wires.ts'
import { newCards, openCards } from './worlds/cardWorld.ts'

const PURCHASES = scaled('BENCH_PURCHASES', 100)
/** A purchase that is not shown by then ends the benchmark. */
const PATIENCE_MS = 30_000
const OTHER_CARDS = 500
const HOLDER = { mobile: '13988888888', password: 'Kaika-bench-1' }
const places = [
  { what: 'transactions page', at: pages['2005004'].path },
  { what: 'overview', at: pages['2001'].path },
]

export const bench = (): Promise<Told> =>
  onBusyDemo({ rows: scaled('BENCH_ROWS', 100_000), cards: OTHER_CARDS, env: { KAIKA_SHOPPERS: 'off' } }, measured)

async function measured({ demo, secret }: BusyDemo): Promise<Told> {
  const card = await holdersCard()
  const storageState = storage(demo.url, await signIn(demo.url, HOLDER))
  const network = await connection(demo.networkPort)
  const browser = await chromium.launch(config.use!.launchOptions)
  const figures: Figure[] = []
  const notes: string[] = []
  try {
    for (const { what, at } of places) {
      const context = await browser.newContext({
        locale: 'zh-CN',
        viewport: { width: 1440, height: 900 },
        storageState,
      })
      const seen = new Map<string, number>()
      await context.exposeFunction('tellSeen', (name: string, at: number) => void seen.set(name, at))
      await context.addInitScript(WATCH)
      const page = await context.newPage()
      await page.goto(`${demo.url}/#${at}`, { waitUntil: 'load' })
      const took: number[] = []
      // The first two are not counted: the page may still be loading.
      for (let i = -2; i < PURCHASES; i++) {
        const name = `BENCH-${what.slice(0, 1)}${i + 2}`
        const at = await approved(network, question(secret, demo.networkPort, card, name))
        const ms = Math.max(0, (await seenAt(seen, name)) - at)
        if (i >= 0) took.push(ms)
        // Not in step with anything that happens at intervals.
        await sleep(300 + Math.random() * 900)
      }
      await context.close()
      took.sort((a, b) => a - b)
      figures.push(
        { what: `from the approval of a purchase to the ${what}, p50`, value: percentile(took, 0.5), unit: 'ms' },
        {
          what: `from the approval of a purchase to the ${what}, p99`,
          value: percentile(took, 0.99),
          unit: 'ms',
          reach: { atMost: 300 },
        },
      )
      notes.push(`${what}, ms: ${took.map(Math.round).join(', ')}.`)
    }
  } finally {
    network.destroy()
    await browser.close()
  }
  return { figures, notes: [...notes, `Chromium ${browser.version()}.`] }
}

/** An account holder who signs in with a password, and has one card. */
async function holdersCard(): Promise<BenchCard> {
  const passwordHash = await hashPassword(HOLDER.password)
  const mobile = mobileOf(HOLDER.mobile, '86')
  const { accountId } = await transaction((tx) => openAccount(tx, { mobile, passwordHash }))
  const [card] = newCards(OTHER_CARDS + 1).slice(OTHER_CARDS)
  await openCards(accountId, [card!])
  return card!
}

/** Tells when a name is first on the page. Both clocks are this machine's. */
const WATCH = `
  const known = new Set()
  addEventListener('DOMContentLoaded', () =>
    new MutationObserver((changes) => {
      const at = performance.timeOrigin + performance.now()
      for (const { target, addedNodes } of changes)
        for (const node of [target, ...addedNodes])
          for (const [name] of (node.textContent ?? '').matchAll(/BENCH-[a-z]\\d+/g)) {
            if (known.has(name)) continue
            known.add(name)
            tellSeen(name, at)
          }
    }).observe(document, { subtree: true, childList: true, characterData: true }))`

async function seenAt(seen: ReadonlyMap<string, number>, name: string): Promise<number> {
  for (let waited = 0; waited < PATIENCE_MS; waited += 5) {
    const at = seen.get(name)
    if (at !== undefined) return at
    await sleep(5)
  }
  throw new Error(`${name} was not on the page after ${PATIENCE_MS / 1000} s`)
}

let amountCents = 100
const question = (secret: string, port: number, card: BenchCard, name: string): Buffer =>
  questionsOn(
    'kaika',
    secret,
    port,
  )({
    ref: `screen_${name}_${Date.now().toString(36)}`,
    card,
    merchant: { id: `mer_${name}`, name, descriptor: name, mcc: '5734', country: 'US' },
    amountCents: amountCents++,
    nowMs: Date.now(),
  })

async function connection(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.setEncoding('latin1')
  await once(socket, 'connect')
  return socket
}

/** Asks, and returns when the approval was there. */
async function approved(network: Socket, asked: Buffer): Promise<number> {
  network.write(asked)
  let answer = ''
  while (!/\r\n\r\n.+/s.test(answer)) {
    const [chunk] = (await once(network, 'data')) as [string]
    answer += chunk
  }
  const at = performance.timeOrigin + performance.now()
  if (!answer.includes(yesOf.kaika)) throw new Error(`it was not approved: ${answer}`)
  return at
}

if (import.meta.main) tell(await bench())
