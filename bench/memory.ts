/**
 * Does the server's memory stay flat? The resident memory of the console's process over half an hour of load (`BENCH_MINUTES`): people who read the console, exports, decisions and their
 * changes. The product as `npm start` starts it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { onBusyDemo, type BusyDemo } from './tools/busyDemo.ts'
import { median, scaled, tell, type Told } from './tools/figures.ts'
import { memoryMb } from './tools/memoryMb.ts'
import { exportCsv, refusalsIn, startReaders } from './tools/readers.ts'

const MINUTES = scaled('BENCH_MINUTES', 30)
const ROWS = scaled('BENCH_ROWS', 1_000_000)
const SAMPLES = 180
/** Until code and caches are warm. */
const WARM_SHARE = 1 / 6
const [PEOPLE, THINK_MS, DECISIONS_A_SECOND] = [20, 4000, 100]
const EXPORT_EVERY_MS = 60_000

export const bench = (): Promise<Told> => onBusyDemo({ rows: ROWS }, measured)

async function measured({ demo, callers, cards, many, pidOf }: BusyDemo): Promise<Told> {
  const [server, decider] = [pidOf('console'), pidOf('decide')]
  const readers = startReaders({
    url: demo.url,
    token: many.token,
    cardId: many.cardIds[200]!,
    people: PEOPLE,
    thinkMs: THINK_MS,
  })
  const leave = new AbortController()
  const deciding = (async () => {
    let decided = 0
    for (let n = 0; !leave.signal.aborted; n++) {
      const task = { cards, random: true, rate: DECISIONS_A_SECOND, seconds: 30, count: 30 * DECISIONS_A_SECOND }
      decided += (await callers.load(`memory${n}`, task)).answered
    }
    return decided
  })()
  const exporting = (async () => {
    for (let n = 0; ; n++) {
      await sleep(EXPORT_EVERY_MS, undefined, { signal: leave.signal }).catch(() => {})
      if (leave.signal.aborted) return n
      await exportCsv(demo.url, many.token, { status: 'DECLINED' })
    }
  })()
  const seen: { server: number; decider: number }[] = []
  for (let i = 0; i < SAMPLES; i++) {
    await sleep((MINUTES * 60_000) / SAMPLES)
    seen.push({ server: memoryMb(server), decider: memoryMb(decider) })
  }
  leave.abort()
  const [read, decided, exports] = await Promise.all([readers.stop(), deciding, exporting])

  const warm = seen.slice(Math.ceil(SAMPLES * WARM_SHARE))
  const third = Math.floor(warm.length / 3)
  const middle = (part: typeof seen, which: 'server' | 'decider'): number => median(part.map((one) => one[which]))
  const grew = (which: 'server' | 'decider'): number =>
    middle(warm.slice(-third), which) - middle(warm.slice(0, third), which)
  return {
    figures: [
      {
        what: `the server’s memory over ${MINUTES} minutes, the most`,
        value: Math.max(...seen.map((one) => one.server)),
        unit: 'MB',
        reach: { atMost: 170 },
      },
      { what: 'its last third after warm-up less its first', value: grew('server'), unit: 'MB', reach: { atMost: 3 } },
      {
        what: 'the memory of the process that decides, the most',
        value: Math.max(...seen.map((one) => one.decider)),
        unit: 'MB',
      },
      { what: 'its own last third less its first', value: grew('decider'), unit: 'MB', reach: { atMost: 3 } },
    ],
    notes: [
      `${PEOPLE} people read ${read.took.length.toLocaleString('en')} answers of an account with ${ROWS.toLocaleString('en')} authorizations, ${refusalsIn(read)} of them refused; ${exports} exports of its declines; ${decided.toLocaleString('en')} decisions. The first sixth is warm-up.`,
      `The server every ${(MINUTES / 30).toFixed(1)} minutes, MB: ${seen
        .filter((_, i) => i % 6 === 5)
        .map((one) => Math.round(one.server))
        .join(', ')}.`,
    ],
  }
}

if (import.meta.main) tell(await bench())
