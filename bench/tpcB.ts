/** pgbench's TPC-B: three updates, one select, one insert, commit; 8 clients, prepared or not as pgbench does by default. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import pg from 'pg'

export type Base = { readonly perSecond: number; readonly by: string }

const places = (): string[] => [
  '/usr/bin/pgbench',
  '/usr/local/bin/pgbench',
  ...versions('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`),
]
const versions = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).sort().reverse() : [])

export async function tpcB(
  url: string,
  { clients, seconds, scale = 20 }: { clients: number; seconds: number; scale?: number },
): Promise<Base> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query('CREATE DATABASE tpcb')
  await admin.end()
  const { hostname, port, username, password } = new URL(url)
  const target = Object.assign(new URL(url), { pathname: '/tpcb' }).href
  const pgbench = places().find((place) => existsSync(place))
  if (!pgbench)
    return {
      perSecond: await ourTpcB(target, { clients, seconds, scale }),
      by: 'our own TPC-B over node-postgres (no pgbench on this machine: read the ratio with care)',
    }
  const run = (...args: string[]): string =>
    execFileSync(pgbench, ['-h', hostname, '-p', port, '-U', decodeURIComponent(username), ...args, 'tpcb'], {
      env: { ...process.env, PGPASSWORD: decodeURIComponent(password) },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  run('-i', '-q', '-s', String(scale))
  const said = run('-c', String(clients), '-j', '2', '-T', String(seconds))
  return {
    perSecond: Number(/tps = ([\d.]+)/.exec(said)![1]),
    by: `${execFileSync(pgbench, ['--version'], { encoding: 'utf8' }).trim()}, scale ${scale}, ${clients} clients, ${seconds} s`,
  }
}

async function ourTpcB(
  url: string,
  { clients, seconds, scale }: { clients: number; seconds: number; scale: number },
): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: clients })
  await pool.query(
    `
    CREATE TABLE pgbench_branches (bid int PRIMARY KEY, bbalance int) WITH (fillfactor = 100);
    CREATE TABLE pgbench_tellers (tid int PRIMARY KEY, bid int, tbalance int) WITH (fillfactor = 100);
    CREATE TABLE pgbench_accounts (aid int PRIMARY KEY, bid int, abalance int, filler char(84)) WITH (fillfactor = 100);
    CREATE TABLE pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp);
    INSERT INTO pgbench_branches SELECT b, 0 FROM generate_series(1, ${scale}) b;
    INSERT INTO pgbench_tellers SELECT t, (t - 1) / 10 + 1, 0 FROM generate_series(1, ${scale * 10}) t;
    INSERT INTO pgbench_accounts SELECT a, (a - 1) / 100000 + 1, 0, '' FROM generate_series(1, ${scale * 100_000}) a;
    VACUUM ANALYZE`
      .split(';')
      .slice(0, -1)
      .join(';'),
  )
  await pool.query('VACUUM ANALYZE')
  const any = (to: number): number => 1 + Math.floor(Math.random() * to)
  const until = performance.now() + seconds * 1000
  let done = 0
  const client = async (): Promise<void> => {
    const own = await pool.connect()
    while (performance.now() < until) {
      const [aid, bid, tid, delta] = [any(scale * 100_000), any(scale), any(scale * 10), any(10_000) - 5000]
      await own.query('BEGIN')
      await own.query(`UPDATE pgbench_accounts SET abalance = abalance + ${delta} WHERE aid = ${aid}`)
      await own.query(`SELECT abalance FROM pgbench_accounts WHERE aid = ${aid}`)
      await own.query(`UPDATE pgbench_tellers SET tbalance = tbalance + ${delta} WHERE tid = ${tid}`)
      await own.query(`UPDATE pgbench_branches SET bbalance = bbalance + ${delta} WHERE bid = ${bid}`)
      await own.query(
        `INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (${tid}, ${bid}, ${aid}, ${delta}, CURRENT_TIMESTAMP)`,
      )
      await own.query('END')
      done++
    }
    own.release()
  }
  await Promise.all(Array.from({ length: clients }, client))
  await pool.end()
  return done / seconds
}
