import { Worker } from 'node:worker_threads'
import type { Lang } from '#contract/core/fields.ts'
import type { SentFile, Sheet, SheetLimits } from '#contract/core/files.ts'
import { refuse } from '#contract/core/refusals.ts'
import { MINUTE } from '../core/clock.ts'
import { isBusy } from '../core/db.ts'
import { Turns } from '../core/worker/turns.ts'
import { sheetFaults, type SheetFaultName } from './sheetFaults.ts'

const READ_WITHIN_MS = 5_000
/** Each has its own heap. One account has one running, so that one account's slow files do not hold up another's. */
const turns = new Turns({ atOnce: 2, ofOne: 1, waitingOfOne: 10, waitingOfAll: 60, waitMs: 2 * MINUTE })
const HEAP = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 }

export type SheetRead = { rows: Sheet['rows'] } | { fault: SheetFaultName; at: string }

/**
 * Returns the first sheet of an uploaded workbook, or a refusal that names the cell. Read in a separate thread with its own heap and time limit: files of 1.5
 * kB have kept readers busy for 40 seconds (docs/reference/threats.md#t14). Queued by the account in `whose`.
 */
export async function readSheet(
  file: SentFile,
  limits: SheetLimits,
  { field, lang, whose }: { field: string; lang: Lang; whose: string },
): Promise<Sheet> {
  const leave = await turns.enter(whose)
  const read = await inThread(file.bytes, limits).finally(leave)
  if ('rows' in read) return { name: file.name, sha256: file.sha256, rows: read.rows }
  throw refuse('invalid', { field, msg: sheetFaults[read.fault](read.at)[lang], fault: read.fault, at: read.at })
}

function inThread(bytes: Uint8Array, limits: SheetLimits): Promise<SheetRead> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./sheetThread.ts', import.meta.url), {
      workerData: { bytes, limits },
      resourceLimits: HEAP,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    const end = (read: SheetRead) => {
      clearTimeout(late)
      resolve(read)
      void worker.terminate()
    }
    const gaveUp = { fault: 'too_slow', at: '' } as const
    const late = setTimeout(() => end(gaveUp), READ_WITHIN_MS)
    worker.once('message', end)
    worker.once('error', (error) => {
      if (isBusy(error)) reject(error) // no room for another thread: the file was never read
      end(gaveUp)
    })
    worker.once('exit', () => end(gaveUp))
  })
}
