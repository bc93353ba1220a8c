/** People who read: each opens a page of the console, looks at it for a while, and opens the next. */
import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { listCards } from '#contract/cards/cards.ts'
import { exportAuthorizations } from '#contract/exports/exports.ts'
import { overview } from '#contract/notices/notices.ts'
import { declineLadder } from '#contract/trades/declineLadder.ts'
import { pageAuthorizations, pageDeclines, pageTrades } from '#contract/trades/trades.ts'
import { DAY } from '#server/core/clock.ts'

type Asked = { readonly path: string; readonly query?: Readonly<Record<string, string | number>> }
const auths = (query: Asked['query'] = {}): Asked => ({
  path: pageAuthorizations.path,
  query: { scope: 'all', ...query },
})
/** What a page asks at once. */
const pages = (cardId: string): readonly (readonly Asked[])[] => [
  [{ path: overview.path, query: { days: 30 } }, { path: declineLadder.path }, auths({ pageSize: 10 })],
  [{ path: listCards.path, query: { pageSize: 20 } }],
  [auths({ pageSize: 20 })],
  [auths({ pageNo: 40 })],
  [auths({ merchant: 'google ads' })],
  [auths({ minAmount: 90_000 })],
  [auths({ status: 'DECLINED' })],
  [auths({ cardId })],
  [auths({ currency: 'EUR', country: 'GB' })],
  [auths({ startTime: Date.now() - 40 * DAY, endTime: Date.now() - 30 * DAY })],
  [{ path: pageTrades.path, query: { scope: 'all' } }],
  [{ path: pageDeclines.path, query: { scope: 'all' } }],
]

export type Read = { readonly took: number[]; readonly refused: Readonly<Record<string, number>> }

/** `thinkMs`: how long a person looks at a page on average. */
export function startReaders({
  url,
  token,
  cardId,
  people,
  thinkMs,
}: {
  url: string
  token: string
  cardId: string
  people: number
  thinkMs: number
}): { stop(): Promise<Read> } {
  const all = pages(cardId)
  const leave = new AbortController()
  const took: number[] = []
  const refused: Record<string, number> = {}
  const reads = async (at: number): Promise<void> => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 6 })
    const ask = async ({ path, query = {} }: Asked): Promise<void> => {
      const began = performance.now()
      const how = await answered(
        agent,
        `${url}${path}?${new URLSearchParams(query as Record<string, string>).toString()}`,
        token,
      )
      took.push(performance.now() - began)
      if (how !== '200') refused[how] = (refused[how] ?? 0) + 1
    }
    for (let page = at; !leave.signal.aborted; page++) {
      await sleep(thinkMs * (0.5 + Math.random()), undefined, { signal: leave.signal }).catch(() => {})
      if (!leave.signal.aborted) await Promise.all(all[page % all.length]!.map(ask))
    }
    agent.destroy()
  }
  const reading = Array.from({ length: people }, (_, at) => reads(at))
  return {
    async stop() {
      leave.abort()
      await Promise.all(reading)
      return { took: took.sort((a, b) => a - b), refused }
    },
  }
}

/** What was refused, in words. */
export const refusalsIn = ({ refused }: Read): string =>
  Object.entries(refused)
    .map(([how, times]) => `${times} × ${how}`)
    .join(', ') || 'none'

/** Takes the authorizations of an account as a file. Returns how many rows it has. */
export async function exportCsv(
  url: string,
  token: string,
  filters: Readonly<Record<string, string>> = {},
): Promise<number> {
  const query = new URLSearchParams({ scope: 'all', format: 'csv', ...filters })
  const headers = { authorization: `Bearer ${token}` }
  const request = http.get(`${url}${exportAuthorizations.path}?${query.toString()}`, { headers })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`the export was answered with ${response.statusCode}`)
  response.resume()
  await once(response, 'end')
  return Number(response.headers['kaika-rows'])
}

/** The answer's code, or what went wrong. */
async function answered(agent: http.Agent, url: string, token: string): Promise<string> {
  try {
    const request = http.get(url, { agent, headers: { authorization: `Bearer ${token}` } })
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    const body = Buffer.concat((await response.toArray()) as Buffer[]).toString()
    return String((JSON.parse(body) as { code: number }).code)
  } catch (error) {
    return (error as { code?: string }).code ?? 'no answer'
  }
}
