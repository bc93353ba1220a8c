import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { asks, booksHold, requestNo, withIssuer } from '#test/fixtures/cards.ts'
import { bytesOf, readCsv, readXlsx } from '#test/files.ts'
import { refusedAs } from '#test/refused.ts'
import { cardInHand, charges, event, shop, tells } from '#test/fixtures/trades.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import type { FileAnswer, Input } from '#contract/core/call.ts'
import * as contract from '#contract/exports/exports.ts'
import type { Refusal } from '#contract/core/refusals.ts'
import * as fundingContract from '#contract/funding/funding.ts'
import * as tradesContract from '#contract/trades/trades.ts'
import { answers as funding } from '#server/funding/module.ts'
import { answers as trades } from '#server/trades/module.ts'
import type { Actor } from '#server/core/actor.ts'
import { db, sql } from '#server/core/db.ts'
import { answers } from '../module.ts'
import { downloadRows } from '../download/download.ts'

withIssuer({ connections: 20 })

type Files = Exclude<keyof typeof answers, 'exportFullCards'>
const download = <N extends Files>(
  who: Actor,
  name: N,
  input: Input<(typeof contract)[N]> = {} as Input<(typeof contract)[N]>,
) => (answers[name] as (actor: Actor, input: unknown) => Promise<FileAnswer>)(who, contract[name].input.parse(input))
const csvOf = async <N extends Files>(who: Actor, name: N, input: Input<(typeof contract)[N]>) =>
  readCsv(await bytesOf(await download(who, name, { ...input, format: 'csv' })))
const xlsxOf = async <N extends Files>(who: Actor, name: N, input: Input<(typeof contract)[N]>) =>
  readXlsx(await bytesOf(await download(who, name, { ...input, format: 'xlsx' })))
const inChinese = (who: Person): Person => ({ ...who, from: { ...who.from, lang: 'cn' } })
const sumOf = (rows: Record<string, unknown>[], title: string): number =>
  Math.round(rows.reduce((sum, row) => sum + Number(row[title]) * 100, 0))
const logOf = async ({ accountId }: Person) =>
  (
    await sql<{ content_en: string; after: { rows: number; filters: Record<string, unknown> } }>`
      SELECT content_en, after FROM operate_log WHERE account_id = ${accountId} AND type = 'EXPORT' ORDER BY id`.execute(
      db,
    )
  ).rows

let ana: Person
let sub: Person & { subUid: string }
let made: Promise<void> | undefined
beforeEach(() => (made ??= world()))
async function world(): Promise<void> {
  ana = await newAccount({ balanceCents: 5_000_000, plan: 'PRO' })
  sub = await subOf(ana, {
    keys: ['card:view', 'card:open', 'card:export', 'trade:view', 'trade:export', 'flow:view', 'flow:export'],
  })
  const one = await cardInHand(ana, { rechargeAmount: 100_000, firstName: 'Percy' })
  const two = await cardInHand(ana, { rechargeAmount: 20_000 })
  await cardInHand(sub, { rechargeAmount: 3000 })
  const at = (name: string, more = {}) => ({
    merchant: { ...shop, id: `mer_${name}`, name, descriptor: `${name} *9` },
    ...more,
  })
  await charges(one, 1234, at('=HYPERLINK("http://evil","x")'))
  await charges(one, 90, at('@SUM(A1), "quoted"'))
  await charges(two, 5000, at('OPENAI', { merchantAmount: 750, merchantCurrency: 'JPY' }))
  await charges(two, 999_999, at('TOO MUCH'))
  await tells(event('clearing.posted', one, 3000), event('refund.posted', one, 1050))
}

test('a file of cards has the rows of the list, in its order, under every filter', async () => {
  for (const input of [
    {},
    { sort: '-balance' as const },
    { holder: 'Percy' },
    { scope: 'all' as const, sort: 'deposit' as const },
    { holder: 'nobody' },
  ]) {
    const { data } = await asks(ana, 'listCards', { ...input, pageSize: 200 })
    const shown = data.map((card) => [card.cardSeqNo, card.balance, card.deposit, card.consume, card.statusText])
    for (const { rows } of [await csvOf(ana, 'exportCards', input), await xlsxOf(ana, 'exportCards', input)])
      assert.deepEqual(
        rows.map((row) => [
          row['Card serial no.'],
          ...['Balance', 'Total loaded', 'Total spent'].map((title) => Math.round(Number(row[title]) * 100)),
          row['Status'],
        ]),
        shown,
      )
  }
})

test('its headings and states are in the language of whoever asks, and its columns those that were chosen', async () => {
  const { head, rows } = await csvOf(inChinese(ana), 'exportCards', {})
  assert.deepEqual(
    head,
    '卡序列号,累计充值,累计消费,余额,卡号,有效期,开卡状态,开卡时间,FirstName,LastName,州,城市,街道,邮编,标签,分组名称'.split(
      ',',
    ),
  )
  assert.equal(rows[0]!['开卡状态'], '已激活')
  assert.match(String(rows[0]!['卡号']), /^\d{4} \*{4} \*{4} \d{4}$/)
  assert.deepEqual((await csvOf(ana, 'exportCards', { columns: ['status', 'balance'] })).head, ['Status', 'Balance'])
  await assert.rejects(download(ana, 'exportCards', { columns: ['cvc'] }), refusedAs('step_up'))
})

test('times are in the zone of the account', async () => {
  const {
    rows: [{ created_at } = { created_at: new Date(0) }],
  } = await sql<{ created_at: Date }>`
    SELECT created_at FROM card WHERE account_id = ${ana.accountId} AND owner_sub_uid IS NULL ORDER BY created_at`.execute(
    db,
  )
  const clock = (zone: string) => created_at.toLocaleString('sv-SE', { timeZone: zone })
  const shown = async () => (await csvOf(ana, 'exportCards', { sort: 'openDate' })).rows[0]!['Opened']
  assert.equal(await shown(), clock('Asia/Shanghai'))
  await sql`UPDATE account SET time_zone = 'America/New_York' WHERE account_id = ${ana.accountId}`.execute(db)
  assert.equal(await shown(), clock('America/New_York'))
  const { rows } = await xlsxOf(ana, 'exportCards', { sort: 'openDate' })
  assert.equal((rows[0]!['Opened'] as Date).toISOString().slice(0, 19).replace('T', ' '), clock('America/New_York'))
  await sql`UPDATE account SET time_zone = 'Asia/Shanghai' WHERE account_id = ${ana.accountId}`.execute(db)
})

test('authorizations, declines and settled transactions have the rows and the sums of their lists', async () => {
  const list = async (name: 'pageAuthorizations' | 'pageDeclines' | 'pageTrades', input: object) =>
    (trades[name] as (actor: Actor, input: unknown) => ReturnType<typeof trades.pageTrades>)(
      ana,
      tradesContract[name].input.parse({ ...input, pageSize: 200 }),
    )
  const cases = [
    ['exportAuthorizations', {}, await list('pageAuthorizations', {})],
    ['exportAuthorizations', { merchant: 'openai' }, await list('pageAuthorizations', { merchant: 'openai' })],
    ['exportAuthorizations', { tab: 'refuse' }, await list('pageDeclines', {})],
    ['exportTrades', {}, await list('pageTrades', {})],
    ['exportTrades', { type: ['REFUND' as const] }, await list('pageTrades', { type: 'REFUND' })],
    ['exportTrades', { merchant: 'no such shop' }, await list('pageTrades', { merchant: 'no such shop' })],
  ] satisfies [Files, Record<string, unknown>, { data: readonly { amount: number; cardSeqNo: string }[] }][]
  for (const [name, input, { data }] of cases)
    for (const { rows } of [
      await csvOf(ana, name as 'exportTrades', input as object),
      await xlsxOf(ana, name as 'exportTrades', input as object),
    ]) {
      assert.deepEqual(
        rows.map((row) => Math.round(Number(row['Amount']) * 100)),
        data.map(({ amount }) => amount),
      )
      assert.deepEqual(
        rows.map((row) => row['Card serial no.']),
        data.map(({ cardSeqNo }) => cardSeqNo),
      )
    }
  assert.ok(cases[0]![2].data.length > 2 && cases[3]![2].data.length === 2, 'there was something to compare')
  const { rows } = await csvOf(ana, 'exportAuthorizations', { merchant: 'openai' })
  assert.equal(rows[0]!['Merchant amount'], '750.00') // yen, which have no hundredths
})

test('the statement has the lines and the sums of its page', async () => {
  const page = await funding.listFlows(ana, fundingContract.listFlows.input.parse({ pageSize: 200 }))
  for (const { rows } of [await csvOf(ana, 'exportFlows', {}), await xlsxOf(ana, 'exportFlows', {})]) {
    assert.equal(rows.length, page.total)
    assert.equal(sumOf(rows, 'Amount'), page.summary.net)
    assert.deepEqual(
      rows.map((row) => [row['Description'], Math.round(Number(row['Balance']) * 100)]),
      page.data.map(({ tradeDesc, balanceAfter }) => [tradeDesc, balanceAfter]),
    )
  }
  const { rows } = await csvOf(inChinese(ana), 'exportFlows', { direction: 'IN' })
  assert.deepEqual([...new Set(rows.map((row) => row['方向']))], ['收入'])
})

test('a workbook goes on where a sheet is full', async () => {
  const { xlsx } = await import('../writing/asXlsx.ts')
  const lots = (async function* () {
    for (let n = 0; n < 7; n += 2) yield [n, n + 1].filter((m) => m < 7).map((m) => [String(m)])
  })()
  const pieces: Uint8Array[] = []
  for await (const piece of xlsx('Numbers', [{ title: 'n', kind: 'number' }], 7, lots, 3)) pieces.push(piece)
  const { rows, sheets } = await readXlsx(Buffer.concat(pieces))
  assert.deepEqual([sheets, rows.map(({ n }) => n)], [3, [0, 1, 2, 3, 4, 5, 6]])
})

test('a sub-account gets its own rows, whatever it asks, and another account nothing of ours', async () => {
  const own = (await asks(sub, 'listCards', {})).data.map(({ cardSeqNo }) => cardSeqNo)
  assert.equal(own.length, 1)
  const got = async (who: Person, input: Input<typeof contract.exportCards>) =>
    (await csvOf(who, 'exportCards', input)).rows.map((row) => row['Card serial no.'])
  assert.deepEqual(await got(sub, { scope: 'all' }), own)
  assert.deepEqual(await got(ana, { subUid: sub.subUid }), own)
  const eve = await newAccount()
  assert.deepEqual(await got(eve, { scope: 'all' }), [])
  assert.deepEqual(await got(eve, { subUid: sub.subUid }), [])
  assert.deepEqual((await csvOf(sub, 'exportAuthorizations', { scope: 'all' })).rows, [])
  assert.deepEqual((await csvOf(eve, 'exportTrades', { scope: 'all' })).rows, [])
  const balances = (await csvOf(sub, 'exportFlows', {})).rows.map((row) => row['Balance'])
  assert.ok(balances.length > 0 && balances.every((balance) => balance === ''), 'it may not see the wallet')
})

test('a file of groups has their cards, the parent’s and those of sub-accounts', async () => {
  const { gid } = await asks(ana, 'addCardGroup', { name: 'FB', requestNo: requestNo() })
  const { data } = await asks(ana, 'listCards', { scope: 'all', pageSize: 50 })
  const [one, two] = data.toSorted((a, b) => Number(b.subUid !== null) - Number(a.subUid !== null))
  await asks(ana, 'groupCards', { gid, cardIds: [one!.cardId, two!.cardId] })
  assert.ok(one!.subUid !== null)
  const { rows } = await csvOf(ana, 'exportGroupCards', { gid: [gid] })
  assert.deepEqual(new Set(rows.map((row) => row['Card serial no.'])), new Set([one!.cardSeqNo, two!.cardSeqNo]))
  assert.deepEqual([...new Set(rows.map(({ Group }) => Group))], ['FB'])
  assert.equal((await csvOf(ana, 'exportGroupCards', { gid: [gid, '0'] })).rows.length, data.length)
  await assert.rejects(download(await newAccount(), 'exportGroupCards', { gid: [gid] }), refusedAs('not_found', 'gid'))
})

test('every export is in the log, with its filters and how many rows it had', async () => {
  const kim = await newAccount()
  const { rows, name } = await download(kim, 'exportCards', { holder: 'Kim', format: 'csv' })
  assert.equal(rows, 0)
  assert.match(name, /^Cards_\d{8}_\d{6}\.csv$/)
  const [line] = await logOf(kim)
  assert.equal(line!.content_en, 'Exported cards (csv), rows: 0')
  assert.deepEqual([line!.after.rows, line!.after.filters['holder']], [0, 'Kim'])
})

test('whoever turns away leaves nothing behind', async () => {
  const backends = async () =>
    (
      await sql<{
        n: number
      }>`SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY %'`.execute(
        db,
      )
    ).rows[0]!.n
  const lou = await newAccount()
  const [first, second] = [
    await download(lou, 'exportCards', { format: 'csv' }),
    await download(lou, 'exportCards', {}),
  ]
  for (const { body } of [first, second]) {
    const taking = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
    await taking.next()
    await taking.return!()
  }
  await new Promise((wake) => setTimeout(wake, 200))
  for (let tries = 0; (await backends()) > 0 && tries < 50; tries++) await new Promise((wake) => setTimeout(wake, 50))
  assert.equal(await backends(), 0)
  assert.equal(readCsv(await bytesOf(await download(lou, 'exportCards', { format: 'csv' }))).rows.length, 0)
})

test('accounts take turns: one that asks for many files waits in its own line, and for no one else', async () => {
  const [lou, lea] = [await newAccount(), await newAccount()]
  const begun: FileAnswer[] = []
  const all = Array.from({ length: 6 }, async () => {
    const file = await download(lou, 'exportCards', { format: 'csv' })
    begun.push(file)
    return file
  })
  while (begun.length < 2) await new Promise((wake) => setTimeout(wake, 10))
  await assert.rejects(download(lou, 'exportCards', {}), refusedAs('line_full'))
  assert.equal(readCsv(await bytesOf(await download(lea, 'exportCards', { format: 'csv' }))).rows.length, 0)
  assert.equal(begun.length, 2, 'two of one account at the same time')
  for (const file of all) await bytesOf(await file)
  assert.equal(begun.length, 6)
})

test('a file that would be too long is refused with both numbers, in both languages', async () => {
  const rows = 2_000_001
  for (const [who, told] of [
    [ana, /filters match 2,000,001 rows; a file can have up to 2,000,000/],
    [inChinese(ana), /共 2,000,001 行，单个文件最多 2,000,000 行/],
  ] as const)
    await assert.rejects(
      downloadRows(who, { what: { cn: '卡片', en: 'Cards' }, format: 'csv', filters: {} }, [], async () => ({
        count: rows,
        rows: (async function* () {})(),
      })),
      (error: Refusal) => error.refusal === 'export_too_large' && told.test(String(error.data['msg'])),
    )
  assert.ok(!(await logOf(ana)).some(({ after }) => after.rows === rows))
})

test('the books are as they were', () => booksHold())
