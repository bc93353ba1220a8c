/** Measures the documents of controls that a process keeps for its decisions: their memory, and how long one takes to compile. As JSON brings them, so that each has strings of its own. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Controls } from '#contract/controls/documents.ts'
import { compile } from '#server/controls/engine/compile.ts'
import { scaled, tell, type Told } from './tools/figures.ts'

const COUNT = scaled('BENCH_DOCUMENTS', 50_000)
const BRANDS = 20

/** Three limits, a lock, twenty brands and a single maximum, of which no two are the same. */
const textOf = (n: number): string =>
  JSON.stringify({
    singleMax: 100_000_000 - n,
    brands: {
      mode: 'ONLY',
      brandIds: Array.from({ length: BRANDS }, (_, at) => `brd_${String((n + at) % 60).padStart(20, '0')}`),
      words: ['merchant'],
    },
    lock: { by: 'BRAND' },
    limits: [
      { limitId: 'perday', window: 'DAY', amount: 1_000_00 + n, refunds: 'KEEP' },
      { limitId: 'perweek', window: 'WEEK', amount: 5_000_00 + n, refunds: 'RESTORE' },
      { limitId: 'perhours', window: 'HOURS', hours: 24, count: 100, refunds: 'KEEP' },
    ],
  } satisfies Controls)

export function bench(): Told {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const texts = Array.from({ length: COUNT }, (_, n) => textOf(n))
  collect()
  const before = process.memoryUsage().heapUsed
  let spent = 0
  const kept = texts.map((text) => {
    const controls = JSON.parse(text) as Controls
    const started = performance.now()
    const compiled = compile(controls)
    spent += performance.now() - started
    return compiled
  })
  collect()
  const added = process.memoryUsage().heapUsed - before
  return {
    figures: [
      {
        what: `memory of ${kept.length.toLocaleString('en')} documents of controls`,
        value: added / 1e6,
        unit: 'MB',
        reach: { atMost: 120 },
      },
      { what: 'compiling one', value: (spent * 1000) / COUNT, unit: 'µs' },
    ],
  }
}

if (import.meta.main) tell(bench())
