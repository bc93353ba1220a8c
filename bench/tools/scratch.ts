/**
 * A temporary PostgreSQL for a benchmark, with a migrated database; removed when the work ends, however it ends. The measured code connects as a server does;
 * `db` connects as the owner, who bulk-inserts rows past the operations.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres, type Postgres } from '#bin/postgres/postgres.ts'
import pg from 'pg'
import { compose } from '#server/core/composition.ts'
import { composition } from '#server/modules.ts'
import { closeDb, openDb } from '#server/core/db.ts'
import { migrate } from '#server/core/database/migrate.ts'
import { asRole, makeServerRole, SERVER_ROLE } from '#server/core/database/serverRole.ts'

export async function onScratch<T>(
  { durable }: { durable: boolean },
  work: (url: string, postgres: Postgres, ownerUrl: string) => Promise<T>,
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
    const ownerUrl = Object.assign(new URL(postgres.url), { pathname: '/kaika_bench' }).href
    const url = asRole(ownerUrl, SERVER_ROLE, 'kaika-bench')
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await makeServerRole(client, url)
    await client.query('CREATE DATABASE kaika_bench')
    await client.end()
    await migrate(ownerUrl, { serverUrl: url })
    compose(composition)
    // Ten million rows are written by one statement.
    openDb(ownerUrl, { statementTimeoutMs: 3_600_000 })
    try {
      return await work(url, postgres, ownerUrl)
    } finally {
      await closeDb()
    }
  } finally {
    process.off('SIGTERM', leave).off('SIGINT', leave)
    await clearAway()
  }
}
