/**
 * What does the server add to a query? Ordinary calls of the API, with session, rights, limits, validation and envelope, compared with a bare Fastify server that answers with the rows of
 * one prepared statement which reads the same. Each in a process of its own, over one connection, in turns.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { cardBalance, listCards } from '#contract/cards/cards.ts'
import { listTags } from '#contract/cards/tags.ts'
import { pageAuthorizations } from '#contract/trades/trades.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { db, one, sql } from '#server/core/db.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { useIdentity } from '#server/identity/identity.ts'
import { serves, type Served } from './tools/children.ts'
import { cpuMs } from './tools/cpuMs.ts'
import { median, scaled, shown, tell, type Figure, type Told } from './tools/figures.ts'
import { onScratch } from './tools/scratch.ts'
import { manyAuthorizations, type Many } from './worlds/manyAuthorizations.ts'
import { label } from './worlds/manySettled.ts'

const ROWS = scaled('BENCH_ROWS', 100_000)
const [WARM, TIMES, SIZE] = [scaled('BENCH_WARM', 800), scaled('BENCH_TIMES', 1000), 10]
const MOST = 2

/** `path` with its query. `bare`: the statement of the bare server, and its values. */
type Call = {
  readonly what: string
  readonly path: string
  readonly form?: Readonly<Record<string, string>>
  readonly bare: { readonly text: string; readonly values: readonly unknown[] }
  /** The ids in an answer of the API, and of the rows of the bare server: a figure for other rows is worthless. */
  readonly ids: (data: never) => unknown[]
  readonly rowIds: (row: Record<string, unknown>) => unknown
}

export async function bench(): Promise<Told> {
  const secret = randomBytes(32).toString('base64')
  useSecrets({ fieldKey: secret, lookupKey: secret })
  useIdentity({ captcha: false, memoryKiB: 64 })
  return onScratch({ durable: false }, async (url, postgres) => {
    const many = await manyAuthorizations(ROWS)
    await label(many.accountId)
    const { no } = await one(
      db,
      sql<{ no: number }>`SELECT account_no AS no FROM account WHERE account_id = ${many.accountId}`,
    )
    const calls = callsOf(many, no)
    const api = await serves('api', { url, secret })
    const routes = calls.map(({ path, bare }) => ({ path: path.split('?')[0], ...bare }))
    const bare = await serves('bareFastify', { url, secret, routes })
    try {
      return await measured(calls, api, bare, many.token, postgres.pid)
    } finally {
      await api.stop()
      await bare.stop()
    }
  })
}

const OF = 'cell = $1 AND account_id = $2'

function callsOf({ accountId, cardIds }: Many, accountNo: number): Call[] {
  const [cell, cardId] = [cellOf(accountId), cardIds[200]!]
  const of = [cell, accountId]
  return [
    {
      what: 'the balance of a card',
      path: cardBalance.path,
      form: { cardId },
      bare: {
        text: `SELECT card_id, status, owner_sub_uid, balance_cents, pending_cents, available_cents FROM card JOIN card_balance AS money USING (cell, la_id) WHERE ${OF} AND card_id = $3`,
        values: [...of, cardId],
      },
      ids: ({ cardId }: { cardId: string }) => [cardId],
      rowIds: ({ card_id }) => card_id,
    },
    {
      what: 'the tags',
      path: `${listTags.path}?pageSize=${SIZE}`,
      bare: {
        text: `SELECT tag_id, name, color, created_at, count(*) OVER () AS total,
                      (SELECT count(*) FROM card_tag WHERE (card_tag.cell, card_tag.account_id, card_tag.tag_id) = (tag.cell, tag.account_id, tag.tag_id)) AS cards
                 FROM tag WHERE ${OF} ORDER BY lower(name), tag_id LIMIT ${SIZE}`,
        values: of,
      },
      ids: ({ data }: { data: { tagId: string }[] }) => data.map(({ tagId }) => tagId),
      rowIds: ({ tag_id }) => tag_id,
    },
    {
      what: 'a page of cards with its sums',
      path: `${listCards.path}?pageSize=${SIZE}`,
      bare: {
        text: `SELECT card.*, balance_cents, pending_cents, available_cents, range.currency, "group".name AS group_name,
                      (SELECT json_agg(json_build_object('tagId', tag_id, 'name', name, 'color', color)) FROM card_tag JOIN tag USING (cell, account_id, tag_id)
                        WHERE (card_tag.cell, card_tag.account_id, card_tag.card_id) = (card.cell, card.account_id, card.card_id)) AS tags,
                      (SELECT json_agg(sums) FROM (SELECT shown_status, count(*) AS cards, sum(balance_cents) AS balance FROM card JOIN card_balance USING (cell, la_id)
                                                    WHERE ${OF} AND owner_sub_uid IS NULL GROUP BY 1) AS sums) AS sums
                 FROM (SELECT * FROM card WHERE ${OF} AND owner_sub_uid IS NULL ORDER BY created_at DESC, card_id DESC LIMIT ${SIZE}) AS card
                 JOIN card_range AS range USING (vid)
                 JOIN card_balance AS money ON (money.cell, money.la_id) = (card.cell, card.la_id)
                 LEFT JOIN card_group AS "group" ON ("group".cell, "group".account_id, "group".gid) = (card.cell, card.account_id, card.gid)
                ORDER BY card.created_at DESC, card.card_id DESC`,
        values: of,
      },
      ids: ({ data }: { data: { cardId: string }[] }) => data.map(({ cardId }) => cardId),
      rowIds: ({ card_id }) => card_id,
    },
    {
      what: 'a page of authorizations',
      path: `${pageAuthorizations.path}?pageSize=${SIZE}&scope=all`,
      bare: {
        text: `SELECT listed.*, auth_text(auth_id) AS id, merchant.name AS merchant_name, merchant.mcc, merchant.country, card.card_id, card_seq_no, last4, nickname,
                      (SELECT json_agg(json_build_object('tagId', tag_id, 'name', name, 'color', color)) FROM card_tag JOIN tag USING (cell, account_id, tag_id)
                        WHERE (card_tag.cell, card_tag.account_id, card_tag.card_id) = (card.cell, card.account_id, card.card_id)) AS tags
                 FROM (SELECT * FROM auth WHERE cell = $1 AND account_no = $3 ORDER BY auth_id DESC LIMIT ${SIZE}) AS listed
                 JOIN merchant USING (merchant_no)
                 JOIN card ON card.cell = $1 AND card.la_id = listed.la_id
                 LEFT JOIN sub_account AS sub ON sub.cell = $1 AND sub.account_id = $2 AND sub.sub_no = listed.owner_sub_no
                ORDER BY auth_id DESC`,
        values: [...of, accountNo],
      },
      ids: ({ data }: { data: { cardAuthId: string }[] }) => data.map(({ cardAuthId }) => cardAuthId),
      rowIds: ({ id }) => id,
    },
  ]
}

async function measured(
  calls: readonly Call[],
  api: Served,
  bare: Served,
  token: string,
  postgres: number,
): Promise<Told> {
  const figures: Figure[] = []
  const table = [
    '| | bare Fastify, ms | API, ms | ratio | bare, µs CPU: server | database | API, µs CPU: server | database |',
    '| --- | --: | --: | --: | --: | --: | --: | --: |',
  ]
  const [askApi, askBare] = [asker(api.port, token), asker(bare.port)]
  for (const { what, path, form, ids, rowIds } of calls) {
    const barePath = path.split('?')[0]!
    const [wanted, found] = [await askBare(barePath), await askApi(path, form)]
    const [rows, listed] = [(wanted as Record<string, unknown>[]).map(rowIds), ids(found as never)]
    if (rows.length === 0 || rows.join() !== listed.join())
      throw new Error(`${what}: the API lists ${listed.join(' ')}, the query ${rows.join(' ')}`)
    for (let i = 0; i < WARM; i++) await Promise.all([askApi(path, form), askBare(barePath)])
    const [bareMs, apiMs]: number[][] = [[], []]
    for (let i = 0; i < TIMES; i++) {
      bareMs!.push(await timed(() => askBare(barePath)))
      apiMs!.push(await timed(() => askApi(path, form)))
    }
    const [b, a] = [median(bareMs!), median(apiMs!)]
    const spentBare = await spent([bare.pid, postgres], () => askBare(barePath))
    const spentApi = await spent([api.pid, postgres], () => askApi(path, form))
    table.push(`| ${[what, ...[b, a, a / b, ...spentBare, ...spentApi].map(shown)].join(' | ')} |`)
    figures.push({
      what: `${what}: API ÷ bare Fastify with the same query`,
      value: a / b,
      unit: '×',
      reach: { atMost: MOST },
    })
  }
  return { figures, notes: [table.join('\n'), `Medians of ${TIMES}, in turns, on one connection each.`] }
}

/** Processor time of each process for one call, in µs. */
async function spent(pids: readonly number[], ask: () => Promise<unknown>): Promise<number[]> {
  const before = pids.map(cpuMs)
  for (let i = 0; i < TIMES; i++) await ask()
  return pids.map((pid, i) => ((cpuMs(pid) - before[i]!) * 1000) / TIMES)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function asker(port: number, token?: string): (path: string, form?: Call['form']) => Promise<unknown> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  return async (path, form) => {
    const text = form && new URLSearchParams(form).toString()
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(text !== undefined && {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(text),
      }),
    }
    const request = http.request({
      agent,
      port,
      host: '127.0.0.1',
      path,
      method: text === undefined ? 'GET' : 'POST',
      headers,
    })
    request.end(text)
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    const answer = Buffer.concat((await response.toArray()) as Buffer[]).toString()
    const { code, msg, data } = JSON.parse(answer) as { code: number; msg: string; data: unknown }
    if (code !== 200) throw new Error(`${path}: ${msg}`)
    return data
  }
}

if (import.meta.main) tell(await bench())
