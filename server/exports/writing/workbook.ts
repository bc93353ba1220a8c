/** Build a file from the lines that PostgreSQL writes: small ones here, large ones in a worker thread. */
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import type { ExportFormat } from '#contract/exports/exports.ts'
import { fieldKeysForThread, type ThreadKeys } from '#server/core/secrets.ts'
import { csvOfRows } from './asCsv.ts'
import { cellsOfLines, xlsx } from './asXlsx.ts'
import { type Head, openRows, type Places } from './cells.ts'

export type Book = {
  readonly name: string
  readonly format: ExportFormat
  readonly heads: readonly Head[]
  /** The number of rows. */
  readonly rows: number
  /** For sealed texts: see `openRows`. */
  readonly places?: Places | undefined
}
/** The thread's input: the key only if it has to open something. */
export type ThreadBook = Book & { readonly fieldKeys: ThreadKeys | undefined }

/** So many rows take a tenth of a second and are not worth a thread. */
const ROWS_HERE = 2000
/** The thread's garbage is short-lived; a larger heap would only be filled before it is collected. */
const MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 48 }

/** `lines`: as COPY writes them in its text format. */
export const fileOfLines = (book: Book, lines: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> =>
  (book.rows > ROWS_HERE ? besides : writeFile)(book, lines)

export function writeFile(
  { name, format, heads, rows, places }: Book,
  lines: AsyncIterable<Buffer>,
): AsyncGenerator<Uint8Array> {
  const cells = places ? openRows(places, cellsOfLines(lines)) : cellsOfLines(lines)
  return format === 'csv' ? csvOfRows(heads, cells) : xlsx(name, heads, rows, cells)
}

/** A million rows take half a minute, in which the server's thread would decide no card. */
async function* besides(book: Book, lines: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const worker = new Worker(new URL('workbookWorker.ts', import.meta.url), {
    workerData: { ...book, fieldKeys: book.places && fieldKeysForThread() } satisfies ThreadBook,
    stdin: true,
    stdout: true,
    resourceLimits: MEMORY,
  })
  const failed = (error: Error): void => void worker.stdout.destroy(error)
  const ended = once(worker, 'exit') // fails if the thread did
  ended.catch(failed)
  const leave = new AbortController()
  const brought = pipeline(Readable.from(lines, { objectMode: false }), worker.stdin!, { signal: leave.signal })
  brought.catch(failed)
  try {
    yield* worker.stdout as AsyncIterable<Buffer>
    await Promise.all([brought, ended])
  } finally {
    leave.abort()
    await worker.terminate()
  }
}
