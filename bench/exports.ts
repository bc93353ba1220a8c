/**
 * Measures an export of a million rows: authorizations as CSV through the whole server, over HTTP and with a session, compared with psql copying the same
 * columns of the same rows unformatted; and the server's memory during it.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { promisify } from 'node:util'
import { useIdentity } from '#server/identity/identity.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { serves } from './tools/children.ts'
import { median, scaled, shown, tell, type Told } from './tools/figures.ts'
import { forgetPeak, memoryMb } from './tools/memoryMb.ts'
import { manyAuthorizations, type Many } from './worlds/manyAuthorizations.ts'
import { onScratch } from './tools/scratch.ts'

const COUNT = scaled('BENCH_ROWS', 1_000_000)
/** On a shared machine single pairs differ by a third; the median of nine hardly does. */
const TIMES = 9

const COLUMNS = `listed.occurred_at, named.card_seq_no, named.last4, merchant.name, listed.descriptor, merchant.mcc, merchant.country, listed.amount_cents, 'USD',
  listed.merchant_amount, listed.merchant_currency, listed.status, listed.reason, listed.cleared_cents, listed.held_cents, listed.fee_cents, listed.expires_at, sub.nickname, listed.auth_id`

export async function bench(): Promise<Told> {
  const secret = randomBytes(32).toString('base64')
  useSecrets({ fieldKey: secret, lookupKey: secret })
  useIdentity({ captcha: false, memoryKiB: 64 })
  return onScratch({ durable: false }, async (url) => {
    const many = await manyAuthorizations(COUNT)
    // Fills the compile cache first: compiling takes memory that a server needs only once after a change.
    await (await serves('api', { url, secret })).stop()
    const { port, pid, stop } = await serves('api', { url, secret })
    try {
      return await measured(url, port, pid, many)
    } finally {
      await stop()
    }
  })
}

async function measured(url: string, port: number, pid: number, { accountId, token }: Many): Promise<Told> {
  const query = `SELECT ${COLUMNS} FROM auth AS listed JOIN merchant USING (merchant_no)
    LEFT JOIN card AS named ON named.cell = listed.cell AND named.account_id = '${accountId}' AND named.la_id = listed.la_id
    LEFT JOIN sub_account AS sub ON sub.cell = listed.cell AND sub.account_id = '${accountId}' AND sub.sub_no = listed.owner_sub_no
    WHERE listed.cell = cell_of('${accountId}') AND listed.account_no = (SELECT account_no FROM account WHERE cell = cell_of('${accountId}') AND account_id = '${accountId}') ORDER BY listed.auth_id DESC`.replace(
    /\s+/g,
    ' ',
  )
  const psql = () => promisify(execFile)('psql', [url, '-qXc', `\\copy (${query}) TO '/dev/null' WITH (FORMAT csv)`])
  const ask = (format: string) => taken(port, `/api/cardTrade/authTransDown?scope=all&format=${format}`, token)
  await psql()
  const idle = memoryMb(pid)
  forgetPeak(pid)
  await ask('csv')
  const [psqlMs, csvMs]: number[][] = [[], []]
  let bytes = 0
  for (let i = 0; i < TIMES; i++) {
    psqlMs!.push(await timed(psql))
    csvMs!.push(await timed(async () => void (bytes = await ask('csv'))))
  }
  const csvPeak = memoryMb(pid, 'VmHWM')
  forgetPeak(pid)
  const xlsxMs = await timed(() => ask('xlsx'))
  const [p, c] = [median(psqlMs!), median(csvMs!)]
  return {
    figures: [
      {
        what: `${COUNT.toLocaleString('en')} rows to CSV ÷ psql \\copy`,
        // The ratio of each pair, because the load of the machine changes between pairs.
        value: median(csvMs!.map((ms, i) => ms / psqlMs![i]!)),
        unit: '×',
        reach: { atMost: 1.3 },
      },
      {
        what: 'peak memory of the server while it does, all of it',
        value: csvPeak,
        unit: 'MB',
        reach: { atMost: 150 },
      },
      { what: 'what the same server takes idle', value: idle, unit: 'MB' },
      { what: 'to XLSX ÷ psql \\copy', value: xlsxMs / p, unit: '×' },
      { what: 'peak memory of the server with XLSX', value: memoryMb(pid, 'VmHWM'), unit: 'MB' },
    ],
    notes: [
      `psql ${shown(p)} ms, CSV ${shown(c)} ms (${shown(bytes / 1e6)} MB), XLSX ${shown(xlsxMs)} ms. psql writes the columns as they are stored; the export writes amounts in dollars, times in the zone of the account and states in words, makes foreign text harmless, and counts and logs before it begins.`,
    ],
  }
}

async function taken(port: number, path: string, token: string): Promise<number> {
  const request = http.get({ port, host: '127.0.0.1', path, headers: { authorization: `Bearer ${token}` } })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  if (Number(response.headers['kaika-rows']) !== COUNT)
    throw new Error(`not all rows: ${response.headers['kaika-rows']}`)
  let bytes = 0
  response.on('data', (piece: Buffer) => (bytes += piece.length)) // `for await` takes twice the processor time of the measured machine
  await once(response, 'end')
  return bytes
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

if (import.meta.main) tell(await bench())
