/**
 * Measures what one decision writes: bytes of the database's log, without whole pages, and bytes that stay in the tables and their indexes. Cards are chosen at random among
 * many, each used before. Counts bytes, so it needs no idle machine.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { db, many, one, sql } from '#server/core/db.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { cardWorld } from './worlds/cardWorld.ts'
import type { Load, Loaded } from './load.ts'
import { tell, type Told } from './tools/figures.ts'
import { onScratch } from './tools/scratch.ts'

const [CARDS, ACCOUNTS, DECISIONS, BEFORE] = [10_000, 500, 60_000, 300_000]

export const bench = (): Promise<Told> => onScratch({ durable: true }, measured)

async function measured(url: string): Promise<Told> {
  const secret = randomBytes(32).toString('base64')
  useSecrets({ fieldKey: secret, lookupKey: secret })
  const world = await cardWorld(CARDS, ACCOUNTS)
  // After a checkpoint the first change of a page logs the whole page, which depends on how often there is one.
  await sql`ALTER SYSTEM SET full_page_writes = off`.execute(db)
  await sql`ALTER SYSTEM SET autovacuum = off`.execute(db)
  await sql`SELECT pg_reload_conf()`.execute(db)
  await sql`CREATE EXTENSION pg_walinspect`.execute(db)
  const server = fork(new URL('decider.ts', import.meta.url), [JSON.stringify({ url, secret })])
  try {
    const port = await messageFrom<number>(server)
    const decide = async (run: string, count: number): Promise<Loaded> => {
      const child = fork(new URL('load.ts', import.meta.url))
      const cards = Array.from({ length: count }, () => world.cards[Math.floor(Math.random() * CARDS)]!)
      const task = {
        port,
        secret,
        cards,
        merchants: world.merchants,
        connections: 32,
        depth: 8,
        seconds: 120,
        count,
        run,
      }
      child.send(task satisfies Load)
      const loaded = await messageFrom<Loaded>(child)
      child.disconnect()
      return loaded
    }
    await decide('before', BEFORE)
    await sql`VACUUM ANALYZE`.execute(db)
    const [wal, stored] = [await logged(), await sizes()]
    const { answered, approved } = await decide('counted', DECISIONS)
    const [walAfter, storedAfter] = [await logged(), await sizes()]
    const records = await many(
      db,
      sql<{ name: string; records: number; bytes: number }>`
      SELECT "resource_manager/record_type" AS name, count AS records, combined_size AS bytes
        FROM pg_get_wal_stats('0/0'::pg_lsn + ${wal}::numeric, '0/0'::pg_lsn + ${walAfter}::numeric, true)
       WHERE combined_size > ${answered}
       ORDER BY combined_size DESC`,
    )
    if (approved !== DECISIONS) throw new Error(`${approved} of ${DECISIONS} were approved`)
    const grown = [...storedAfter].map(([name, bytes]) => [name, (bytes - (stored.get(name) ?? 0)) / answered] as const)
    return {
      figures: [
        {
          what: 'log of a decision, without whole pages',
          value: (walAfter - wal) / answered,
          unit: 'bytes',
          reach: { atMost: 1100 },
        },
        {
          what: 'stored for a decision',
          value: grown.reduce((sum, [, bytes]) => sum + bytes, 0),
          unit: 'bytes',
          reach: { atMost: 450 },
        },
      ],
      notes: [
        `${DECISIONS} approvals on ${CARDS} cards of ${ACCOUNTS} accounts at random, after ${BEFORE} others. Where the stored bytes are:`,
        `| table or index | bytes |\n|---|---|\n${grown
          .filter(([, bytes]) => bytes >= 0.5)
          .sort(([, a], [, b]) => b - a)
          .map(([name, bytes]) => `| ${name} | ${Math.round(bytes)} |`)
          .join('\n')}`,
        `What the log consists of:`,
        `| record | of a decision | bytes |\n|---|---|---|\n${records
          .map(
            ({ name, records, bytes }) =>
              `| ${name} | ${(records / answered).toFixed(2)} | ${Math.round(bytes / answered)} |`,
          )
          .join('\n')}`,
      ],
    }
  } finally {
    server.disconnect()
  }
}

const logged = async (): Promise<number> =>
  (await one(db, sql<{ bytes: number }>`SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint AS bytes`)).bytes

const sizes = async (): Promise<Map<string, number>> =>
  new Map(
    (
      await many(
        db,
        sql<{ name: string; bytes: number }>`
        SELECT regexp_replace(relname, '_\\d\\d_\\d\\d', '') AS name, sum(pg_relation_size(oid))::bigint AS bytes
          FROM pg_class
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')
         GROUP BY 1`,
      )
    ).map(({ name, bytes }) => [name, bytes]),
  )

/** Rejects if the child dies before its first message, instead of waiting forever. */
const messageFrom = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T))
    child.once('exit', (code) => reject(new Error(`a process of the benchmark ended with ${code}`)))
  })

if (import.meta.main) tell(await bench())
