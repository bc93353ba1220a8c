/** An archive: a month of a table as lines of JSON in one compressed file. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { copyOut } from '../core/database/copyOut.ts'
import { openPool, pool } from '../core/db.ts'
import { linesOf, type Archived, type DueMonth } from './queries.ts'

const NEWLINE = '\n'.charCodeAt(0)

/** Where an archive is, below the folder of all archives: `operate_log/2026-11.jsonl.gz`. */
export const fileOf = ({ table_name, month, dropped }: DueMonth): string =>
  `${table_name}/${month}${dropped ? `.${dropped + 1}` : ''}.jsonl.gz`

/** Writes the month to its file, which has that name only when it is whole and on the disk. Returns its number of rows, its bytes and their hash. */
export async function writeArchive(folder: string, month: DueMonth): Promise<Archived> {
  const file = fileOf(month)
  const whole = path.join(folder, file)
  await mkdir(path.dirname(whole), { recursive: true, mode: 0o700 })
  const half = `${whole}.${process.pid}.part`
  const counter = new Counter()
  const own = openPool(pool.options.connectionString!, { connections: 1, statementTimeoutMs: 0 })
  const client = await own.connect()
  try {
    await using out = await open(half, 'w', 0o600)
    const hash = createHash('sha256')
    let bytes = 0
    await pipeline(copyOut(client, linesOf(month)), counter, createGzip(), async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        hash.update(piece)
        bytes += piece.length
        await out.writeFile(piece)
      }
    })
    await out.sync()
    await rename(half, whole)
    await using parent = await open(path.dirname(whole))
    await parent.sync()
    return { file, rows: counter.rows, bytes, sha256: hash.digest('hex') }
  } catch (error) {
    await rm(half, { force: true })
    throw error
  } finally {
    client.release(true)
    await own.end()
  }
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
  folder: string,
  { file, sha256 }: Pick<Archived, 'file' | 'sha256'>,
): Promise<'is not there' | 'was changed' | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const piece of createReadStream(path.join(folder, file))) hash.update(piece as Buffer)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'is not there'
    throw error
  }
  return hash.digest('hex') === sha256 ? undefined : 'was changed'
}
