/**
 * Measures the lists of transactions of one account with a million authorizations (`BENCH_ROWS`): every list with every filter, through the whole server, over HTTP and with a
 * session, compared with the bare query for the same rows, prepared, on one connection. And the overview and the decline ladder of that account.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import pg from 'pg'
import { overview } from '#contract/notices/notices.ts'
import { declineLadder } from '#contract/trades/declineLadder.ts'
import { merchantNamedSql } from '#server/brands/brands.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { db, many as rowsOf, one, sql } from '#server/core/db.ts'
import { composition } from '#server/modules.ts'
import { authKey } from '#server/trades/authId.ts'
import { useIdentity } from '#server/identity/identity.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { cpuMs } from './tools/cpuMs.ts'
import { serves } from './tools/children.ts'
import { median, scaled, shown, tell, type Figure, type Told } from './tools/figures.ts'
import {
  bareQuery,
  commonCases,
  deepCases,
  lists,
  ownCases,
  type Case,
  type Deep,
  type ListName,
  type Query,
} from './tools/listCases.ts'
import { manyAuthorizations, type Many } from './worlds/manyAuthorizations.ts'
import { label, settle, type Labels } from './worlds/manySettled.ts'
import { onScratch } from './tools/scratch.ts'

const COUNT = scaled('BENCH_ROWS', 1_000_000)
const [TIMES, FRESH, CASE_MS] = [100, 9, scaled('BENCH_CASE_MS', 3000)]
const WARM = scaled('BENCH_WARM', 1500)
const SIZE = 10
const [RATIO_MOST, LIST_MOST_MS, OVERVIEW_MOST_MS] = [3, 15, 10]
/** What the overview costs is read from clocks that count in hundredths of a second. */
const OVERVIEWS = 100

type Row = { readonly id: string }
type Answer = { data: Record<string, string>[]; haveNext: boolean; total: number }

export async function bench(): Promise<Told> {
  const secret = randomBytes(32).toString('base64')
  useSecrets({ fieldKey: secret, lookupKey: secret })
  useIdentity({ captcha: false, memoryKiB: 64 })
  return onScratch({ durable: false }, async (url, postgres) => {
    const many = await manyAuthorizations(COUNT)
    await settle(many.accountId)
    // A worker counts the declines of each day every hour.
    await composition.sweeps['trades.keepDeclineDays']!.work()
    const labels = await label(many.accountId)
    await sql`VACUUM ANALYZE trade, decline_day, rate_day, card_day`.execute(db)
    const { account_no: accountNo } = await one(
      db,
      sql<{ account_no: number }>`SELECT account_no FROM account WHERE account_id = ${many.accountId}`,
    )
    const server = await serves('api', { url, secret })
    const bare = new pg.Client({ connectionString: url })
    try {
      await bare.connect()
      const pids = [server.pid, postgres.pid]
      return await measured({ bare, ask: asker(server.port, many.token), many, labels, accountNo, pids })
    } finally {
      await bare.end()
      await server.stop()
    }
  })
}

type On = { bare: pg.Client; ask: Ask; many: Many; labels: Labels; accountNo: number; pids: readonly number[] }

async function measured(on: On): Promise<Told> {
  const figures: Figure[] = []
  const notes: string[] = []
  // A server in service has compiled its hot paths.
  for (let i = 0; i < WARM; i++) await on.ask(lists.authorizations.path, { pageSize: SIZE, scope: 'all' })
  for (const list of Object.keys(lists) as ListName[]) {
    const table = [
      `| ${list} | bare query, prepared, ms | API, ms | ratio | API with filters asked for the first time, ms | the slowest of ${FRESH} |`,
      '| --- | --: | --: | --: | --: | --: |',
    ]
    const cases = await casesOf(on, list)
    let slowest = { what: '', ms: 0 }
    for (const one of cases) {
      const { bareMs, apiMs, fresh, cutShort } = await compared(on, list, one)
      const [ratio, ms] = [apiMs / bareMs, median(fresh)]
      const what = `${one.what}${cutShort ? ' (searched in part)' : ''}`
      table.push(`| ${[what, ...[bareMs, apiMs, ratio, ms, Math.max(...fresh)].map(shown)].join(' | ')} |`)
      if (ms > slowest.ms) slowest = { what, ms }
      if (one.reach)
        figures.push({
          what: `${list}, ${one.what}: API ÷ the bare query`,
          value: ratio,
          unit: '×',
          reach: { atMost: RATIO_MOST },
        })
    }
    figures.push({
      what: `${list}, the slowest of ${cases.length} pages and filters: ${slowest.what}`,
      value: slowest.ms,
      unit: 'ms',
      reach: { atMost: LIST_MOST_MS },
    })
    notes.push(table.join('\n'))
  }
  return { figures: [...figures, ...(await panels(on))], notes }
}

async function casesOf({ bare, many, labels, accountNo }: On, list: ListName): Promise<Case[]> {
  const { own, of, table, key } = lists[list]
  const values = [cellOf(many.accountId), table === 'auth' ? accountNo : many.accountId]
  const { rows } = await bare.query<{ count: string }>(`SELECT count(*) FROM ${table} WHERE ${of} AND ${own}`, values)
  const pages = Math.ceil(Number(rows[0]!.count) / SIZE)
  const deep: Deep[] = []
  for (const pageNo of [...new Set([1000, 10_000, pages])].filter((pageNo) => pageNo > 1 && pageNo <= pages)) {
    const text = bareQuery(list, { what: '', offset: (pageNo - 1) * SIZE - 1 }, 1)
    const id = (await bare.query<Row>(text, values)).rows[0]!.id
    const cursor = Buffer.from(id).toString('base64url')
    deep.push({ pages, pageNo, cursor, key: key === 'auth_id' ? authKey(id) : id })
  }
  const merchantNos = async (words: string, country?: string): Promise<number[]> => {
    const { matches } = await merchantNamedSql(words)
    const found = sql<{ no: number }>`
      SELECT merchant_no AS no FROM merchant WHERE ${matches} AND (${country ?? null}::text IS NULL OR country = ${country ?? null})`
    return (await rowsOf(db, found)).map(({ no }) => no)
  }
  const common = await commonCases(list, { many, labels, merchantNos })
  return [...common, ...ownCases[list], ...deepCases(list, deep)]
}

/** Times of one case, in turns. `fresh`: with a filter that was not asked for before, so that nothing about it is remembered. */
async function compared({ bare, ask, many, accountNo }: On, list: ListName, one: Case) {
  const { path, id, table } = lists[list]
  const text = bareQuery(list, one, SIZE)
  const values = [cellOf(many.accountId), table === 'auth' ? accountNo : many.accountId, ...(one.values ?? [])]
  const timedBare = () => timed(() => bare.query<Row>({ name: `${list} ${one.what}`.slice(0, 60), text, values }))
  const timedApi = (more: Query = {}) => timed(() => ask<Answer>(path, { pageSize: SIZE, ...one.query, ...more }))
  const wanted = (await timedBare()).result.rows
  const cutShort = same(`${list}, ${one.what}`, (await timedApi()).result, id, wanted)
  const fresh: number[] = []
  const until = Number(one.query.endTime ?? Date.now() + 86_400_000)
  for (let i = 0, end = performance.now() + CASE_MS; i < FRESH && (i === 0 || performance.now() < end); i++)
    fresh.push((await timedApi({ endTime: until + i + 1 })).ms)
  const [bareMs, apiMs]: number[][] = [[], []]
  for (let i = 0, end = performance.now() + CASE_MS; i < TIMES && (i === 0 || performance.now() < end); i++) {
    bareMs!.push((await timedBare()).ms)
    apiMs!.push((await timedApi()).ms)
  }
  return { bareMs: median(bareMs!), apiMs: median(apiMs!), fresh, cutShort }
}

/** A figure for the wrong rows is worthless. A list that says that it goes on may have searched a part, and then has the first of the rows. */
function same(what: string, { data, haveNext }: Answer, id: string, rows: readonly Row[]): boolean {
  const found = data.map((row) => row[id]!)
  const cutShort = haveNext && found.length < rows.length
  const wanted = (cutShort ? rows.slice(0, found.length) : rows).map((row) => row.id)
  if (found.join() !== wanted.join())
    throw new Error(`${what}: the API lists ${found.join(' ')}, the query ${wanted.join(' ')}`)
  return cutShort
}

/** What the first page of the console shows of the account, and what its decline rate is made of. */
async function panels({ ask, pids }: On): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { what, path } of [
    { what: 'overview', path: overview.path },
    { what: 'decline ladder', path: declineLadder.path },
  ]) {
    const query: Query = path === overview.path ? { days: 30 } : {}
    await ask(path, query)
    const took: number[] = []
    const before = pids.map(cpuMs)
    for (let i = 0; i < OVERVIEWS; i++) took.push((await timed(() => ask(path, query))).ms)
    const spent = pids.reduce((sum, pid, i) => sum + cpuMs(pid) - before[i]!, 0) / OVERVIEWS
    figures.push(
      { what, value: median(took), unit: 'ms', reach: { atMost: LIST_MOST_MS } },
      {
        what: `${what}, processor time of server and database`,
        value: spent,
        unit: 'ms',
        ...(path === overview.path && { reach: { atMost: OVERVIEW_MOST_MS } }),
      },
    )
  }
  return figures
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const started = performance.now()
  const result = await work()
  return { ms: performance.now() - started, result }
}

type Ask = <T>(path: string, query: Query) => Promise<T>
const asker = (port: number, token: string): Ask => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  return async <T>(path: string, query: Query) => {
    const asked = `${path}?${new URLSearchParams(query as Record<string, string>).toString()}`
    const headers = { authorization: `Bearer ${token}` }
    const request = http.get({ agent, port, host: '127.0.0.1', path: asked, headers })
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    const parts = (await response.toArray()) as Buffer[]
    const { code, msg, data } = JSON.parse(Buffer.concat(parts).toString()) as { code: number; msg: string; data: T }
    if (code !== 200) throw new Error(`${asked}: ${msg}`)
    return data
  }
}

if (import.meta.main) tell(await bench())
