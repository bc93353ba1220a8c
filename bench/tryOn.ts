/**
 * Measures controls tried on the past of 400 cards with a million authorizations, over HTTP as the console asks: in two requests, of 200 cards each; one of a month of one
 * card, as an owner mostly asks; and how long another call waits meanwhile.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Controls } from '#contract/controls/documents.ts'
import type { tryControls } from '#contract/controls/tryOn.ts'
import type { Output } from '#contract/core/call.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { useIdentity } from '#server/identity/identity.ts'
import { serves } from './tools/children.ts'
import { median, percentile, scaled, shown, tell, type Told } from './tools/figures.ts'
import { forgetPeak, memoryMb } from './tools/memoryMb.ts'
import { onScratch } from './tools/scratch.ts'
import { manyAuthorizations, type Many } from './worlds/manyAuthorizations.ts'

const COUNT = scaled('BENCH_ROWS', 1_000_000)
const A_REQUEST = 200
const TIMES = 9
/** So often somebody else asks something. */
const EVERY_MS = 50

/** A list, hours and three kinds of windows, so that each kind of line is asked. */
const controls: Controls = {
  singleMax: 80_000,
  brands: { mode: 'NEVER', words: ['openai', 'merchant *99'] },
  hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '06:00', to: '02:00' }],
  limits: [
    { limitId: 'aday', window: 'DAY', amount: 300_000, refunds: 'KEEP' },
    { limitId: 'amonth', window: 'MONTH', amount: 5_000_000, count: 10_000, refunds: 'KEEP' },
    { limitId: 'rolling', window: 'HOURS', hours: 24, count: 200, refunds: 'KEEP' },
  ],
}

export async function bench(): Promise<Told> {
  const secret = randomBytes(32).toString('base64')
  useSecrets({ fieldKey: secret, lookupKey: secret })
  useIdentity({ captcha: false, memoryKiB: 64 })
  return onScratch({ durable: false }, async (url) => {
    const many = await manyAuthorizations(COUNT)
    const { port, pid, stop } = await serves('api', { url, secret })
    try {
      return await measured(port, pid, many)
    } finally {
      await stop()
    }
  })
}

async function measured(port: number, pid: number, { cardIds, token }: Many): Promise<Told> {
  const headers = { authorization: `Bearer ${token}` }
  const tries = async (ids: readonly string[], days: number): Promise<Output<typeof tryControls>> => {
    const body = new URLSearchParams({
      ...{ scope: 'CARD', scopeIds: ids.join(), controls: JSON.stringify(controls), days: String(days) },
    })
    const response = await fetch(`http://127.0.0.1:${port}/api/card/controls/tryOn`, { method: 'POST', headers, body })
    const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: never }
    if (code !== 200) throw new Error(msg)
    return data
  }
  const small: number[] = []
  for (let i = 0; i < TIMES; i++) small.push((await timed(() => tries([cardIds.at(-1 - i)!], 30))).ms)

  const idle = memoryMb(pid)
  forgetPeak(pid)
  let isRunning = true
  const waits: number[] = []
  const beside = (async () => {
    const ask = () => fetch(`http://127.0.0.1:${port}/api/tag/page`, { headers }).then((answer) => answer.text())
    while (isRunning) {
      waits.push((await timed(ask)).ms)
      await sleep(EVERY_MS)
    }
  })()
  const halves = await timed(async () => [
    await tries(cardIds.slice(0, A_REQUEST), 90),
    await tries(cardIds.slice(A_REQUEST), 90),
  ])
  isRunning = false
  await beside
  const sum = (of: (one: Output<typeof tryControls>) => number): number =>
    halves.answer.reduce((n, one) => n + of(one), 0)
  if (sum(({ judged }) => judged) < COUNT * 0.9 || sum(({ cardsLeft }) => cardsLeft) > 0)
    throw new Error('not all tried')
  const sorted = waits.toSorted((a, b) => a - b)
  return {
    figures: [
      {
        what: `${COUNT.toLocaleString('en')} authorizations tried`,
        value: halves.ms / 1000,
        unit: 's',
        reach: { atMost: 30 },
      },
      {
        what: 'peak memory over the idle server’s',
        value: memoryMb(pid, 'VmHWM') - idle,
        unit: 'MB',
        reach: { atMost: 150 },
      },
      { what: 'a month of one card', value: median(small), unit: 'ms', reach: { atMost: 500 } },
      { what: 'another call beside it (p99)', value: percentile(sorted, 0.99), unit: 'ms' },
    ],
    notes: [
      `Would have stopped ${sum(({ stopped }) => stopped).toLocaleString('en')} of ${sum(({ judged }) => judged).toLocaleString('en')} purchases. The idle server takes ${shown(idle)} MB.`,
    ],
  }
}

async function timed<A>(work: () => Promise<A>): Promise<{ ms: number; answer: A }> {
  const started = performance.now()
  const answer = await work()
  return { ms: performance.now() - started, answer }
}

if (import.meta.main) tell(await bench())
