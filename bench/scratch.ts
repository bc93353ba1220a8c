/** A PostgreSQL of its own for a benchmark, with a migrated database in it; gone when the work is done, however it ends. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres, type Postgres } from '../bin/postgres.ts'
import { closeDb, db, openDb, sql } from '../server/db.ts'
import { migrate } from '../server/migrate.ts'

export async function onScratch<T>(
  { durable }: { durable: boolean },
  work: (url: string, postgres: Postgres) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kaika-bench-'))
  const postgres = await startPostgres({ dir: path.join(folder, 'data'), durable })
  const clearAway = async (): Promise<void> => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const leave = (): void => void clearAway().then(() => process.exit(1))
  process.once('SIGTERM', leave).once('SIGINT', leave)
  try {
    openDb(postgres.url)
    await sql`CREATE DATABASE kaika_bench`.execute(db)
    await closeDb()
    const url = Object.assign(new URL(postgres.url), { pathname: '/kaika_bench' }).href
    await migrate(url)
    openDb(url, { statementTimeoutMs: 300_000 })
    try {
      return await work(url, postgres)
    } finally {
      await closeDb()
    }
  } finally {
    process.off('SIGTERM', leave).off('SIGINT', leave)
    await clearAway()
  }
}
