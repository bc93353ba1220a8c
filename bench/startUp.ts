/**
 * Measures the time until Kaika is usable: `npm start` in a fresh copy of this checkout with only its packages (builds the consoles, creates the database,
 * writes the demo world), then a second start, then the stop.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freshCopy, startDemo } from './demo.ts'
import { median, tell, type Told } from './tools/figures.ts'

const AGAIN = 3

export async function bench(): Promise<Told> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kaika-start-'))
  try {
    const root = await freshCopy(folder)
    const env = { NODE_COMPILE_CACHE: path.join(folder, 'compiled') }
    const start = () => startDemo({ root, data: path.join(folder, 'data'), env })

    const first = await start()
    const stops = [await first.stop()]
    const later: number[] = []
    for (let i = 0; i < AGAIN; i++) {
      const demo = await start()
      later.push(demo.readyMs)
      stops.push(await demo.stop())
    }
    return {
      figures: [
        {
          what: 'npm start to ready, the first time after install',
          value: first.readyMs / 1000,
          unit: 's',
          reach: { atMost: 8 },
        },
        { what: 'npm start to ready, later', value: median(later) / 1000, unit: 's', reach: { atMost: 2 } },
        { what: 'stop, from the signal to the end', value: median(stops) / 1000, unit: 's' },
      ],
      notes: [
        `Later starts, s: ${later.map((ms) => (ms / 1000).toFixed(2)).join(', ')}. Stops, s: ${stops.map((ms) => (ms / 1000).toFixed(2)).join(', ')}.`,
      ],
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) tell(await bench())
