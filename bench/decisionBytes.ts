/**
 * Measures what one decision writes: bytes of the database's log, without whole pages and with them, and bytes that stay in the tables and their indexes. Cards are chosen at
 * random among many, each used before. Counts bytes, so it needs no idle machine.
 */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { db, many, one, sql } from '#server/core/db.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { cardWorld } from './worlds/cardWorld.ts'
import type { Load } from './processes/load.ts'
import { Callers } from './tools/callers.ts'
import { messageFrom } from './tools/children.ts'
import { scaled, tell, type Told } from './tools/figures.ts'
import { onScratch } from './tools/scratch.ts'

const [CARDS, ACCOUNTS] = [10_000, 500]
const DECISIONS = scaled('BENCH_DECISIONS', 60_000)
const BEFORE = 5 * DECISIONS
/** After a checkpoint the first change of each page logs the whole page. So the figure falls with the time until the next one, and an interval cut short is worse than a whole one. */
const MINUTES = scaled('BENCH_MINUTES', 2)
const A_SECOND = 1000
/** In runs of a minute: each request that is prepared takes a kilobyte of the caller. */
const RUN_SECONDS = 60

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
  const server = fork(new URL('processes/decider.ts', import.meta.url), [JSON.stringify({ url, secret })])
  let callers: Callers | undefined
  try {
    const port = await messageFrom<number>(server)
    const { cards, merchants } = world
    callers = new Callers({ port, secret, merchants })
    const decide = (run: string, count: number) => callers!.load(run, { cards, random: true, seconds: 120, count })
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
    const whole = await withWholePages(callers, cards)
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
          what: `log of a decision with whole pages, ${A_SECOND.toLocaleString('en')} a second for ${MINUTES} min after a checkpoint`,
          value: whole.bytes,
          unit: 'bytes',
          reach: { atMost: 2500 },
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
        `Whole pages: ${whole.decided.toLocaleString('en')} decisions in ${MINUTES} of the ${whole.intervalMinutes} minutes between two checkpoints. A page is logged whole once in an interval, so that over a whole one the figure is lower. By minute, bytes of a decision: ${whole.byRun.map(Math.round).join(', ')}.`,
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
    callers?.stop()
    server.disconnect()
  }
}

/** As a server in service writes it, from a checkpoint on. */
async function withWholePages(callers: Callers, cards: Load['cards']) {
  await sql`ALTER SYSTEM RESET full_page_writes`.execute(db)
  await sql`ALTER SYSTEM RESET autovacuum`.execute(db)
  await sql`SELECT pg_reload_conf()`.execute(db)
  await sql`CHECKPOINT`.execute(db)
  const byRun: number[] = []
  let [bytes, decided] = [0, 0]
  for (let leftS = MINUTES * 60; leftS > 0; leftS -= RUN_SECONDS) {
    const seconds = Math.min(leftS, RUN_SECONDS)
    const before = await logged()
    const task = { cards, random: true, rate: A_SECOND, seconds, count: Math.round(A_SECOND * seconds) }
    const { answered } = await callers.load('whole', task)
    const written = (await logged()) - before
    byRun.push(written / answered)
    bytes += written
    decided += answered
  }
  const { minutes } = await one(
    db,
    sql<{ minutes: number }>`SELECT setting::int / 60.0 AS minutes FROM pg_settings WHERE name = 'checkpoint_timeout'`,
  )
  return { bytes: bytes / decided, decided, byRun, intervalMinutes: Number(minutes) }
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

if (import.meta.main) tell(await bench())
