/** An archive: a month of a table as lines of JSON in one compressed file. */
import { createHash } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { copyOut } from '../core/database/copyOut.ts'
import { openPool, pool } from '../core/db.ts'
import type { ArchiveStore } from './archiveStore.ts'
import { linesOf, type Archived, type DueMonth } from './queries.ts'

const NEWLINE = '\n'.charCodeAt(0)

/** The name of an archive among all archives: `operate_log/2026-11.jsonl.gz`. `tries`: how many of this month are there and say something else. */
const nameOf = ({ table_name, month, dropped }: DueMonth, tries: number): string =>
  `${table_name}/${month}${dropped ? `.${dropped + 1}` : ''}${tries ? `-${tries + 1}` : ''}.jsonl.gz`

/** Writes the month to a file, which gets its name when it is whole and stored. Returns that name, its number of rows, its bytes and their hash. */
export async function writeArchive(store: ArchiveStore, month: DueMonth): Promise<Archived> {
  await mkdir(store.spool, { recursive: true, mode: 0o700 })
  const half = path.join(store.spool, `${month.table_name}-${month.month}.${process.pid}.part`)
  const counter = new Counter()
  const own = openPool(pool.options.connectionString!, {
    connections: 1,
    pipeline: false,
    statementTimeoutMs: 0,
    weight: 'longWork',
  })
  const client = await own.connect()
  try {
    const out = await open(half, 'w', 0o600)
    const hash = createHash('sha256')
    let bytes = 0
    try {
      await pipeline(copyOut(client, linesOf(month)), counter, createGzip(), async (pieces: AsyncIterable<Buffer>) => {
        for await (const piece of pieces) {
          hash.update(piece)
          bytes += piece.length
          await out.writeFile(piece)
        }
      })
      await out.sync()
    } finally {
      await out.close()
    }
    const content = { bytes, sha256: hash.digest('hex') }
    return { file: await keep(store, month, half, content), rows: counter.rows, ...content }
  } finally {
    await rm(half, { force: true })
    client.release(true)
    await own.end()
  }
}

const MOST_TRIES = 100

/**
 * Returns the name under which the file is stored. One that is there already stays as it is: it is ours if it has our hash (the drop of the month failed after
 * it), otherwise ours gets another name.
 */
async function keep(
  store: ArchiveStore,
  month: DueMonth,
  half: string,
  content: { bytes: number; sha256: string },
): Promise<string> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const file = nameOf(month, tries)
    if (await store.put(file, half, content)) return file
    if ((await faultOf(store, { file, sha256: content.sha256 })) === undefined) return file
  }
  throw new Error(`${nameOf(month, 0)} and ${MOST_TRIES - 1} more are there, each with another content`)
}

/** Passes lines on and counts them. */
class Counter extends Transform {
  rows = 0
  override _transform(piece: Buffer, _encoding: string, done: (error: null, piece: Buffer) => void): void {
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) this.rows++
    done(null, piece)
  }
}

/** What is wrong with an archive; undefined if it is as it was written. */
export async function faultOf(
  store: ArchiveStore,
  { file, sha256 }: Pick<Archived, 'file' | 'sha256'>,
): Promise<'is not there' | 'was changed' | undefined> {
  const bytes = await store.read(file)
  if (!bytes) return 'is not there'
  const hash = createHash('sha256')
  for await (const piece of bytes) hash.update(piece)
  return hash.digest('hex') === sha256 ? undefined : 'was changed'
}
