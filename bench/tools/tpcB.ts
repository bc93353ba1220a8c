/** pgbench's TPC-B: three updates, one select, one insert, commit; 8 clients, with prepared statements or, as is pgbench's default, without. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import pg from 'pg'

/** How statements are sent: planned anew each time, or prepared once per connection. */
export type Protocol = 'simple' | 'prepared'
/** `run` runs it for some seconds and returns transactions per second. */
export type TpcB = { readonly by: string; run(protocol: Protocol, seconds: number): Promise<number> }

const places = (): string[] => [
  '/usr/bin/pgbench',
  '/usr/local/bin/pgbench',
  ...versions('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`),
]
const versions = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).sort().reverse() : [])

export async function tpcB(url: string, { clients, scale = 20 }: { clients: number; scale?: number }): Promise<TpcB> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query('CREATE DATABASE tpcb')
  await admin.end()
  const { hostname, port, username, password } = new URL(url)
  const pgbench = places().find((place) => existsSync(place))
  if (!pgbench) return ourTpcB(Object.assign(new URL(url), { pathname: '/tpcb' }).href, { clients, scale })
  const ask = (...args: string[]): string =>
    execFileSync(pgbench, ['-h', hostname, '-p', port, '-U', decodeURIComponent(username), ...args, 'tpcb'], {
      env: { ...process.env, PGPASSWORD: decodeURIComponent(password) },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  ask('-i', '-q', '-s', String(scale))
  return {
    by: `${execFileSync(pgbench, ['--version'], { encoding: 'utf8' }).trim()}, scale ${scale}, ${clients} clients`,
    run: async (protocol, seconds) =>
      Number(/tps = ([\d.]+)/.exec(ask('-M', protocol, '-c', String(clients), '-j', '2', '-T', String(seconds)))![1]),
  }
}

type Statement = {
  readonly name: string
  readonly text: string
  readonly of: readonly ('delta' | 'aid' | 'tid' | 'bid')[]
}
const STATEMENTS: readonly Statement[] = [
  {
    name: 'account',
    text: 'UPDATE pgbench_accounts SET abalance = abalance + $1 WHERE aid = $2',
    of: ['delta', 'aid'],
  },
  { name: 'balance', text: 'SELECT abalance FROM pgbench_accounts WHERE aid = $1', of: ['aid'] },
  { name: 'teller', text: 'UPDATE pgbench_tellers SET tbalance = tbalance + $1 WHERE tid = $2', of: ['delta', 'tid'] },
  { name: 'branch', text: 'UPDATE pgbench_branches SET bbalance = bbalance + $1 WHERE bid = $2', of: ['delta', 'bid'] },
  {
    name: 'history',
    text: 'INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES ($1, $2, $3, $4, CURRENT_TIMESTAMP)',
    of: ['tid', 'bid', 'aid', 'delta'],
  },
]

async function ourTpcB(url: string, { clients, scale }: { clients: number; scale: number }): Promise<TpcB> {
  const pool = new pg.Pool({ connectionString: url, max: clients, allowExitOnIdle: true })
  await pool.query(
    `
    CREATE TABLE pgbench_branches (bid int PRIMARY KEY, bbalance int) WITH (fillfactor = 100);
    CREATE TABLE pgbench_tellers (tid int PRIMARY KEY, bid int, tbalance int) WITH (fillfactor = 100);
    CREATE TABLE pgbench_accounts (aid int PRIMARY KEY, bid int, abalance int, filler char(84)) WITH (fillfactor = 100);
    CREATE TABLE pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp);
    INSERT INTO pgbench_branches SELECT b, 0 FROM generate_series(1, ${scale}) b;
    INSERT INTO pgbench_tellers SELECT t, (t - 1) / 10 + 1, 0 FROM generate_series(1, ${scale * 10}) t;
    INSERT INTO pgbench_accounts SELECT a, (a - 1) / 100000 + 1, 0, '' FROM generate_series(1, ${scale * 100_000}) a;`,
  )
  await pool.query('VACUUM ANALYZE')
  const any = (to: number): number => 1 + Math.floor(Math.random() * to)
  const client = async (protocol: Protocol, until: number): Promise<number> => {
    let done = 0
    const own = await pool.connect()
    while (performance.now() < until) {
      const drawn = { aid: any(scale * 100_000), bid: any(scale), tid: any(scale * 10), delta: any(10_000) - 5000 }
      await own.query('BEGIN')
      for (const { name, text, of } of STATEMENTS) {
        const values = of.map((which) => drawn[which])
        if (protocol === 'prepared') await own.query({ name, text, values })
        else await own.query(text.replaceAll(/\$(\d)/g, (_, at: string) => String(values[Number(at) - 1])))
      }
      await own.query('END')
      done++
    }
    own.release()
    return done
  }
  return {
    by: 'our own TPC-B over node-postgres (no pgbench on this machine: read the ratio with care)',
    run: async (protocol, seconds) => {
      const until = performance.now() + seconds * 1000
      const done = await Promise.all(Array.from({ length: clients }, () => client(protocol, until)))
      return done.reduce((sum, one) => sum + one, 0) / seconds
    },
  }
}
