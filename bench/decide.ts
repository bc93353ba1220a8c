/**
 * How many authorizations a second does one server decide, through signed HTTP, durably? Measured against pgbench's
 * TPC-B on the same PostgreSQL in the same run, because both are a small transaction that must reach the disk.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from '../bin/postgres.ts'
import { closeDb, db, openDb, sql } from '../server/db.ts'
import { prove } from '../server/ledger/ledger.ts'
import { migrate } from '../server/migrate.ts'
import { useSecrets } from '../server/secrets.ts'
import { cpuMs } from './cpuMs.ts'
import { cardWorld } from './cardWorld.ts'
import type { Load, Loaded } from './load.ts'
import { tpcB } from './tpcB.ts'

const CARDS = 1000
const quick = process.argv.includes('--quick')
const SECONDS = quick ? 4 : 10

export async function bench(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'kaika-bench-'))
  const postgres = await startPostgres({ dir: path.join(dir, 'data'), durable: true })
  const children: ChildProcess[] = []
  try {
    const secret = randomBytes(32).toString('base64')
    useSecrets({ fieldKey: secret, lookupKey: secret })
    const url = Object.assign(new URL(postgres.url), { pathname: '/kaika_bench' }).href
    openDb(postgres.url)
    await sql`CREATE DATABASE kaika_bench`.execute(db)
    await closeDb()
    await migrate(url)
    openDb(url)
    const world = await cardWorld(CARDS)
    await sql`VACUUM ANALYZE`.execute(db)

    const base = await tpcB(postgres.url, { clients: 8, seconds: quick ? 5 : 15 })

    const server = fork(new URL('decider.ts', import.meta.url), [JSON.stringify({ url, secret })], { execArgv: [...process.execArgv, ...(process.env['BENCH_PROF'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['BENCH_PROF']}`] : [])] })
    children.push(server)
    const port = await messageFrom<number>(server)
    const run = async (name: string, task: Pick<Load, 'cards' | 'count'> & Partial<Load>): Promise<Loaded & { serverUs: number; databaseUs: number }> => {
      const child = fork(new URL('load.ts', import.meta.url))
      children.push(child)
      child.send({ port, secret, merchants: world.merchants, connections: 32, depth: 8, run: `${name}${Date.now().toString(36)}`, ...task } satisfies Load)
      const before = [cpuMs(server.pid!), cpuMs(postgres.pid)]
      const loaded = await messageFrom<Loaded>(child)
      const [serverUs, databaseUs] = [cpuMs(server.pid!), cpuMs(postgres.pid)].map((ms, i) => Math.round(((ms - before[i]!) * 1000) / loaded.answered))
      child.disconnect()
      return { ...loaded, serverUs: serverUs!, databaseUs: databaseUs! }
    }

    await run('warm', { cards: world.cards, count: 8000 })
    const guess = base.perSecond * 3
    const spread = await run('spread', { cards: world.cards, count: Math.round(guess * SECONDS) })
    const hot = await run('hot', { cards: world.cards.slice(0, 1), count: Math.round(guess * SECONDS) })
    const top = spread.answered / spread.seconds
    const half = await run('half', { cards: world.cards, count: Math.round((top / 2) * SECONDS), rate: top / 2, depth: 1, connections: 64 })
    server.disconnect()

    const { rows } = await sql<{ held: number; holds: number; approved: number }>`
      SELECT (SELECT sum(held)::bigint FROM ledger_account WHERE code = '2020') AS held,
             (SELECT sum(remaining)::bigint FROM ledger_hold) AS holds,
             (SELECT sum(held_cents)::bigint FROM auth) AS approved`.execute(db)
    const breaks = await prove()
    return JSON.stringify({ base, spread, hot, half, top, hotTop: hot.answered / hot.seconds, ratio: top / base.perSecond, hotRatio: hot.answered / hot.seconds / base.perSecond, books: rows[0], breaks }, null, 1)
  } finally {
    for (const child of children) child.kill()
    await closeDb()
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
/** A child that dies before it speaks is a failure, not a wait for ever. */
const messageFrom = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T))
    child.once('exit', (code) => reject(new Error(`a process of the benchmark ended with ${code}`)))
  })

if (import.meta.main) console.log(await bench())
