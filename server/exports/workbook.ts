/** Workbooks of the lines that PostgreSQL writes: small ones here, large ones beside the server's own thread. */
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import { cellsOfLines, xlsx } from './asXlsx.ts'
import type { Head } from './cells.ts'

/** `rows`: how many there are. */
export type Book = { readonly name: string; readonly heads: readonly Head[]; readonly rows: number }

/** Up to so many rows, a tenth of a second, are not worth a thread. */
const ROWS_HERE = 2000
/** What it makes of a lot of rows it forgets at once; a large memory would only be filled before it is cleared. */
const MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 48 }

/** `lines`: as COPY writes them in its text format. */
export function workbook(book: Book, lines: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  return book.rows > ROWS_HERE ? besides(book, lines) : xlsx(book.name, book.heads, book.rows, cellsOfLines(lines))
}

/** A million rows are half a minute of work, in which no card would be decided. */
async function* besides(book: Book, lines: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const worker = new Worker(new URL('workbookWorker.ts', import.meta.url), {
    workerData: book,
    stdin: true,
    stdout: true,
    resourceLimits: MEMORY,
  })
  const failed = (error: Error): void => void worker.stdout.destroy(error)
  const ended = once(worker, 'exit') // fails where the thread did
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
