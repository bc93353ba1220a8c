/**
 * Does anything that people do delay a decision? The product as `npm start` starts it decides at half of its top rate: first alone, then beside 20 people who read the console, an export
 * of a million rows after the other, batches of 200 cards, and the demo's shoppers. A decision takes from the moment at which its request was to be sent.
 */
import os from 'node:os'
import { batchCard, openBatch } from '#contract/cards/batches.ts'
import { newId } from '#server/core/ids.ts'
import { onBusyDemo, type BusyDemo } from './tools/busyDemo.ts'
import { takenByHost } from './tools/cpuMs.ts'
import { percentile, scaled, shown, tell, type Told } from './tools/figures.ts'
import { exportCsv, refusalsIn, startReaders, type Read } from './tools/readers.ts'
import { signIn } from './tools/visitor.ts'
import { buyer, BUYER } from './worlds/buyer.ts'
import type { Loaded } from './processes/load.ts'

const ROWS = scaled('BENCH_ROWS', 1_000_000)
const [PEOPLE, BATCH] = [20, scaled('BENCH_BATCH', 200)]
const THINK_MS = 4000
/** Of the top rate alone, and of each run at half of it. */
const TOP_SECONDS = scaled('BENCH_SECONDS', 6)
const SECONDS = 5 * TOP_SECONDS
/** Plans and code are warm, and every card has been used. */
const WARM = { count: 24_000, seconds: 20, rate: 1200 }

export const bench = (): Promise<Told> => onBusyDemo({ rows: ROWS }, measured)

async function measured(on: BusyDemo): Promise<Told> {
  const { callers, cards, demo, many } = on
  await buyer(BATCH)
  const buyerToken = String((await signIn(demo.url, BUYER)).access_token)
  await callers.load('warm', { cards, random: true, ...WARM })
  const top = await callers.load('top', { cards, random: true, count: 150_000, seconds: TOP_SECONDS })
  const rate = top.answered / top.seconds / 2
  const half = (name: string): Promise<Loaded> =>
    callers.load(name, { cards, random: true, rate, seconds: SECONDS, count: Math.round(rate * SECONDS) })
  // People's machines are not the server's. The network's caller keeps the weight that it has.
  os.setPriority(19)
  const taken = takenByHost()
  const before = await half('before')

  const beside = new AbortController()
  const readers = startReaders({
    url: demo.url,
    token: many.token,
    cardId: many.cardIds[200]!,
    people: PEOPLE,
    thinkMs: THINK_MS,
  })
  const exporting = repeats(beside.signal, () => exported(demo.url, many.token))
  const opening = repeats(beside.signal, () => opened(demo.url, buyerToken))
  const mixed = await half('mixed')
  beside.abort()
  const [read, exports, batches] = await Promise.all([readers.stop(), exporting, opening])

  const after = await half('after')
  return told({ top, rate, before, mixed, after, read, exports, batches, takenPercent: taken() })
}

/** One after another, until it is over; the last one ends. Returns how many seconds each took. */
async function repeats(signal: AbortSignal, work: () => Promise<void>): Promise<number[]> {
  const took: number[] = []
  while (!signal.aborted) {
    const began = performance.now()
    await work()
    took.push((performance.now() - began) / 1000)
  }
  return took
}

async function exported(url: string, token: string): Promise<void> {
  const rows = await exportCsv(url, token)
  if (rows !== ROWS) throw new Error(`not all rows: ${rows}`)
}

/** Asked for as the console does, until all cards of the batch are done. */
async function opened(url: string, token: string): Promise<void> {
  const post = async <T>(path: string, form: Readonly<Record<string, string>>): Promise<T> => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams(form),
    })
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: T }
    if (code !== 200) throw new Error(`${path}: ${msg}`)
    return data
  }
  const input = { vid: 'VISA-US-1', num: String(BATCH), rechargeAmount: '2000', requestNo: newId('req') }
  const { batchNo } = await post<{ batchNo: string }>(openBatch.path, input)
  for (;;) {
    const { status } = await post<{ status: string }>(batchCard.path, { batchNo })
    if (status === 'DONE') return
    if (status !== 'RUNNING') throw new Error(`${batchNo} is ${status}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

type Measured = {
  top: Loaded
  rate: number
  before: Loaded
  mixed: Loaded
  after: Loaded
  read: Read
  exports: number[]
  batches: number[]
  takenPercent: number
}

function told({ top, rate, before, mixed, after, read, exports, batches, takenPercent }: Measured): Told {
  const whole = (value: number): string => Math.round(value).toLocaleString('en')
  const line = (what: string, run: Loaded): string =>
    `| ${[what, whole(run.answered / run.seconds), run.p50Ms, run.p99Ms, run.p999Ms, run.maxMs, run.answered - run.approved, run.failed].join(' | ')} |`
  const list = (seconds: number[]): string => seconds.map((s) => s.toFixed(1)).join(', ')
  return {
    figures: [
      {
        what: 'p99 of a decision at half of the top rate, alone',
        value: before.p99Ms,
        unit: 'ms',
        reach: { atMost: 10 },
      },
      { what: 'p99.9, alone', value: before.p999Ms, unit: 'ms', reach: { atMost: 20 } },
      {
        what: 'p99 beside readers, exports, batches and shoppers',
        value: mixed.p99Ms,
        unit: 'ms',
        reach: { atMost: 40 },
      },
      { what: 'p99.9 beside them', value: mixed.p999Ms, unit: 'ms', reach: { atMost: 100 } },
      { what: 'decisions without an answer beside them', value: mixed.failed, unit: '', reach: { atMost: 0 } },
      { what: 'p50 of a call of the readers', value: percentile(read.took, 0.5), unit: 'ms' },
      { what: 'p99 of a call of the readers', value: percentile(read.took, 0.99), unit: 'ms' },
    ],
    notes: [
      `The processes of \`npm start\` with its settings; signed HTTP, durable, cards at random, rules of the demo. What plays the people's browsers takes only what the server leaves, the network's caller as much as it needs. The host took ${takenPercent.toFixed(0)} % meanwhile.`,
      `| | a second | p50 ms | p99 ms | p99.9 ms | longest ms | declined | failed |
|---|---|---|---|---|---|---|---|
${[line('top rate', top), line('half of it, alone', before), line('half of it, mixed', mixed), line('half of it, alone again', after)].join('\n')}`,
      `Beside ${whole(rate)} decisions a second for ${SECONDS} s: ${PEOPLE} people read ${whole(read.took.length)} answers, ${refusalsIn(read)} of them refused; ${exports.length} exports of ${whole(ROWS)} rows took ${list(exports)} s; ${batches.length} batches of ${BATCH} cards took ${list(batches)} s. Of readers, the slowest call took ${shown(read.took.at(-1)! / 1000)} s.`,
    ],
  }
}

if (import.meta.main) tell(await bench())
