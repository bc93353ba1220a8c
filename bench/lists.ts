/**
 * Measures what the API adds to a query. Pages of the authorizations of one account with a million of them: through the whole server, over HTTP and with a
 * session, compared with the bare query for the same rows through node-postgres.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import pg from 'pg'
import { patternsOf } from '#contract/trades/merchantAliases.ts'
import { authKey } from '#server/trades/authId.ts'
import { useIdentity } from '#server/identity/identity.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { median, shown, tell, type Told } from './tools/figures.ts'
import { manyAuthorizations, type Many } from './worlds/manyAuthorizations.ts'
import { onScratch } from './tools/scratch.ts'

const COUNT = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const TIMES = 200
const WARM = 1500
const SIZE = 10
const TO_REACH = 3

type Row = { readonly auth_id: string }
/** `where` belongs to the bare query; with `before` it starts below that row, as keyset pagination does. */
type Case = { what: string; query: Record<string, string | number>; where: string; values?: unknown[]; offset?: number }

export async function bench(): Promise<Told> {
  const secret = randomBytes(32).toString('base64')
  useSecrets({ fieldKey: secret, lookupKey: secret })
  useIdentity({ captcha: false, memoryKiB: 64 })
  return onScratch({ durable: false }, async (url) => {
    const many = await manyAuthorizations(COUNT)
    const server = fork(new URL('api.ts', import.meta.url), [JSON.stringify({ url, secret })], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const bare = new pg.Client({ connectionString: url })
    try {
      await bare.connect()
      return await measured(bare, asker(await portOf(server), many.token), many)
    } finally {
      await bare.end()
      server.kill()
    }
  })
}

/** What the list shows of a row. Its id is wider than a number of JavaScript. */
const SHOWN = `auth_text(auth_id) AS auth_id, la_id, merchant_no, descriptor, amount_cents, merchant_amount, merchant_currency, rate, fee_cents, held_cents,
  cleared_cents, status, reason, iso_code, counted, three_ds, pos, occurred_at, expires_at`

async function measured(bare: pg.Client, ask: Ask, many: Many): Promise<Told> {
  const rows = (where: string, values: unknown[], offset = 0) =>
    bare.query<Row>(
      `SELECT ${SHOWN}, merchant.name AS merchant_name, merchant.mcc, merchant.country
         FROM auth
         JOIN merchant USING (merchant_no)
        WHERE cell = cell_of($1) AND account_no = (SELECT account_no FROM account WHERE cell = cell_of($1) AND account_id = $1) AND ${where}
        ORDER BY auth.auth_id DESC
        LIMIT ${SIZE} OFFSET ${offset}`,
      [many.accountId, ...values],
    )
  const own = 'owner_sub_no IS NULL'
  const before = async (pageNo: number): Promise<string> =>
    (await rows(own, [], (pageNo - 1) * SIZE - 1)).rows[0]!.auth_id
  const cursor = (id: string): string => Buffer.from(id).toString('base64url')
  const last = Math.floor((COUNT * 0.74) / SIZE)
  const [at1000, at10000, atLast] = [await before(1000), await before(10_000), await before(last)]
  const below = `${own} AND auth_id < $2`

  const cases: (Case & { reach?: true })[] = [
    { what: 'first page', query: {}, where: own, reach: true },
    {
      what: 'page 1,000 by cursor',
      query: { pageNo: 1000, cursor: cursor(at1000) },
      where: below,
      values: [authKey(at1000)],
      reach: true,
    },
    {
      what: 'page 10,000 by cursor',
      query: { pageNo: 10_000, cursor: cursor(at10000) },
      where: below,
      values: [authKey(at10000)],
      reach: true,
    },
    {
      what: `page ${last.toLocaleString('en')} by cursor`,
      query: { pageNo: last, cursor: cursor(atLast) },
      where: below,
      values: [authKey(atLast)],
      reach: true,
    },
    { what: 'page 1,000 by number ÷ OFFSET', query: { pageNo: 1000 }, where: own, offset: 9990, reach: true },
    { what: 'page 10,000 by number ÷ OFFSET', query: { pageNo: 10_000 }, where: own, offset: 99_990, reach: true },
    {
      what: 'page 1,000 by number ÷ the rows, found before',
      query: { pageNo: 1000 },
      where: below,
      values: [authKey(at1000)],
    },
    {
      what: 'page 10,000 by number ÷ the rows, found before',
      query: { pageNo: 10_000 },
      where: below,
      values: [authKey(at10000)],
    },
    {
      what: 'first page of one merchant (searched by name)',
      query: { merchant: 'openai 5' },
      where: `${own} AND words ILIKE ANY ($2::text[])`,
      values: [patternsOf('openai 5')],
    },
    {
      what: 'first page of a rare merchant',
      query: { merchant: 'google ads 55' },
      where: `${own} AND words ILIKE ANY ($2::text[])`,
      values: [patternsOf('google ads 55')],
    },
    {
      what: 'first page of one card',
      query: { cardId: many.cardIds[200]! },
      where: `${own} AND la_id = (SELECT la_id FROM card WHERE card_id = $2)`,
      values: [many.cardIds[200]],
    },
    {
      what: 'first page, declined',
      query: { status: 'DECLINED' },
      where: `${own} AND status = $2`,
      values: ['DECLINED'],
    },
    { what: 'first page, expired', query: { status: 'EXPIRED' }, where: `${own} AND status = $2`, values: ['EXPIRED'] },
    {
      what: 'first page, above 900 dollars',
      query: { minAmount: 90_000 },
      where: `${own} AND abs(amount_cents) >= $2`,
      values: [90_000],
    },
    {
      what: 'first page, above 1,090 dollars',
      query: { minAmount: 109_000 },
      where: `${own} AND abs(amount_cents) >= $2`,
      values: [109_000],
    },
    { what: 'first page, sub-accounts too', query: { scope: 'all' }, where: 'true' },
  ]

  // Warm up: a server in service has compiled its hot paths.
  for (let i = 0; i < WARM; i++) await Promise.all([ask({ pageSize: SIZE, scope: 'all' }), rows('true', [])])
  const figures: Told['figures'][number][] = []
  const table = [
    '| | bare query, ms | API, ms | API, asked for the first time, ms | ratio |',
    '| --- | --: | --: | --: | --: |',
  ]
  for (const { what, query, where, values = [], offset, reach } of cases) {
    const timedBare = () => timed(() => rows(where, values, offset))
    const timedApi = () => timed(() => ask({ pageSize: SIZE, ...query }))
    await timedBare()
    const first = await timedApi()
    same(what, first.result, (await rows(where, values, offset)).rows)
    const [bareMs, apiMs]: number[][] = [[], []]
    for (let i = 0, until = performance.now() + 8000; i < TIMES && performance.now() < until; i++) {
      bareMs!.push((await timedBare()).ms)
      apiMs!.push((await timedApi()).ms)
    }
    const [b, a] = [median(bareMs!), median(apiMs!)]
    table.push(`| ${[what, shown(b), shown(a), shown(first.ms), shown(a / b)].join(' | ')} |`)
    figures.push({
      what: `${what}: API ÷ the bare query`,
      value: a / b,
      unit: '×',
      ...(reach && { reach: { atMost: TO_REACH } }),
    })
  }
  return { figures, notes: [table.join('\n')] }
}

/** A figure for the wrong rows is worthless. */
function same(what: string, ids: string[], rows: Row[]): void {
  const wanted = rows.map(({ auth_id }) => auth_id)
  if (ids.join() !== wanted.join())
    throw new Error(`${what}: the API lists ${ids.join(' ')}, the query ${wanted.join(' ')}`)
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const started = performance.now()
  const result = await work()
  return { ms: performance.now() - started, result }
}

type Ask = (query: Record<string, string | number>) => Promise<string[]>
const asker = (port: number, token: string): Ask => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  return async (query) => {
    const path = `/api/cardTrade/authTrans/page?${new URLSearchParams(query as Record<string, string>).toString()}`
    const request = http.get({ agent, port, host: '127.0.0.1', path, headers: { authorization: `Bearer ${token}` } })
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    const parts = (await response.toArray()) as Buffer[]
    const { code, msg, data } = JSON.parse(Buffer.concat(parts).toString()) as {
      code: number
      msg: string
      data: { data: { cardAuthId: string }[] }
    }
    if (code !== 200) throw new Error(`${path}: ${msg}`)
    return data.data.map(({ cardAuthId }) => cardAuthId)
  }
}

const portOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('message', (port) => resolve(port as number))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })

if (import.meta.main) tell(await bench())
