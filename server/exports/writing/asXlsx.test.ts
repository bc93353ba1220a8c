import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { opensCard, withIssuer } from '#test/fixtures/cards.ts'
import { bytesOf, readCsv, readXlsx } from '#test/files.ts'
import { newAccount } from '#test/world.ts'
import * as contract from '#contract/exports/exports.ts'
import { db, sql } from '#server/core/db.ts'
import { answers } from '../module.ts'
import { xlsx } from './asXlsx.ts'
import type { Cells } from './cells.ts'
import { fileOfLines } from './workbook.ts'

test('a workbook waits for whoever takes it: over a slow line it would pile up in memory', async () => {
  const ROWS = 40_000
  let read = 0
  let ended = false
  async function* rows(): AsyncGenerator<Cells[]> {
    try {
      for (; read < ROWS; read += 20) yield Array.from({ length: 20 }, () => [randomBytes(60).toString('base64')])
    } finally {
      ended = true
    }
  }
  const book = xlsx('Numbers', [{ title: 'n', kind: 'text' }], ROWS, rows())
  let taken = 0
  while (taken < 100_000) taken += ((await book.next()).value as Uint8Array).length
  for (let before = -1; before !== read;) {
    before = read
    await sleep(300)
  }
  assert.ok(read > 0 && read < ROWS / 4, `${read} rows were read for ${taken} bytes that somebody took`)
  while (!(await book.next()).done);
  assert.equal(read, ROWS, 'and the rest comes when it is taken')
  assert.ok(ended)
})

test('whoever leaves a workbook before its end leaves no row being read', async () => {
  let ended = false
  async function* rows(): AsyncGenerator<Cells[]> {
    try {
      for (;;) yield [[randomBytes(60).toString('base64')]]
    } finally {
      ended = true
    }
  }
  const book = xlsx('Numbers', [{ title: 'n', kind: 'text' }], 1_000_000, rows())
  for (let pieces = 0; pieces < 20; pieces++) await book.next()
  await book.return(undefined)
  for (let waited = 0; waited < 5000 && !ended; waited += 20) await sleep(20)
  assert.ok(ended)
})

withIssuer()

test('no label is calculated by whatever opens the file, and its text stays what it was', async () => {
  const hostile = ['=', '+', '-', '@', '\t=', '\r=', ' =', '＝', '＋', '－', '＠', '|', '%'].flatMap((sign, at) => [
    `${sign}1+${at}`,
    `${sign}cmd|' /C calc'!A${at}`,
    `${sign}HYPERLINK("http://x/?${at}";"y")`,
  ])
  const labels = [...hostile, 'plain, "quoted"\nline', 'C:\\N\\t', '_x0041_', '<b>&amp;</b>', ' spaces ']
  const ben = await newAccount({ balanceCents: 1_000_000, plan: 'PRO' })
  await sql`UPDATE account SET identity = 'PASSED' WHERE account_id = ${ben.accountId}`.execute(db)
  const cardId = await opensCard(ben)
  await sql`
    INSERT INTO card (cell, account_id, card_id, card_seq_no, vid, bin, network, holder_enc, holder_marks, zip_hash, country, status, issuer_id, open_order_no, la_id, created_at, updated_at, remark)
    SELECT card.cell, card.account_id, 'crd_' || n, 'H' || n, vid, bin, network, '', '{}', '', country, 'FAILED', issuer_id, 'ord_' || n, -n, created_at + make_interval(secs => n), updated_at, label
      FROM card, unnest(${labels}::text[]) WITH ORDINALITY AS made (label, n)
     WHERE card_id = ${cardId}`.execute(db)
  await sql`
    INSERT INTO ledger_account (la_id, cell, account_id, code, owner, currency, scale, normal, mode, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT -n, cell, account_id, code, 'crd_' || n, currency, scale, normal, mode, created_at
      FROM ledger_account, generate_series(1, ${labels.length}::int) AS n
     WHERE la_id = (SELECT la_id FROM card WHERE card_id = ${cardId})`.execute(db)
  const file = async (format: 'csv' | 'xlsx') => {
    const input = { columns: ['remark'], sort: 'openDate', status: ['FAILED'], format }
    return bytesOf(await answers.exportCards(ben, contract.exportCards.input.parse(input)))
  }
  const book = await readXlsx(await file('xlsx'))
  assert.equal(book.formulas, 0)
  const plain = (text: unknown): string => String(text).replace(/\r/g, '\n')
  assert.deepEqual(
    book.rows.map(({ Remark }) => plain(Remark)),
    labels.map(plain),
  )
  const { rows } = readCsv(await file('csv'))
  assert.deepEqual(
    rows.map(({ Remark }) => plain(Remark)),
    labels.map((label) => plain(hostile.includes(label) ? `'${label}` : label)),
  )
})

const ROWS = 5000
const heads = [
  { title: 'n', kind: 'number' },
  { title: 'name', kind: 'text' },
] as const
const nameOf = (n: number): string => (n % 3 ? `卡片 ${n} 😀` : `a\tb\\c ${n}`)
const lines = Array.from({ length: ROWS }, (_, n) => {
  const name = nameOf(n).replaceAll('\\', '\\\\').replaceAll('\t', '\\t')
  return `${n}\t${name}\n`
}).join('')

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test('a large workbook has the rows of the lines, in whatever pieces they come', async () => {
  for (const size of [997, 65_536]) {
    const pieces: Uint8Array[] = []
    for await (const piece of fileOfLines(
      { name: 'Numbers', format: 'xlsx', heads, rows: ROWS },
      inPieces(lines, size),
    ))
      pieces.push(piece)
    const { rows } = await readXlsx(Buffer.concat(pieces))
    assert.equal(rows.length, ROWS)
    assert.ok(rows.every((row, n) => row['n'] === n && row['name'] === nameOf(n)))
  }
})

test('where the lines break off, so does the workbook, and is not closed as if it were whole', async () => {
  async function* breaking(): AsyncGenerator<Buffer> {
    yield* inPieces(lines, 10_000)
    throw new Error('the database went away')
  }
  await assert.rejects(async () => {
    for await (const _ of fileOfLines({ name: 'Numbers', format: 'xlsx', heads, rows: 1_000_000 }, breaking()));
  }, /went away/)
})

test('where the thread fails, the workbook is not closed as if it were whole', async () => {
  await assert.rejects(async () => {
    for await (const _ of fileOfLines(
      { name: 'Numbers', format: 'xlsx', heads, rows: ROWS },
      inPieces('1\tone\tone too many\n', 100),
    ));
  }, /undefined/)
})

test('whoever leaves a large workbook leaves no row being read', async () => {
  let ended = false
  async function* endless(): AsyncGenerator<Buffer> {
    try {
      for (;;) yield* inPieces(lines, 10_000)
    } finally {
      ended = true
    }
  }
  const book = fileOfLines({ name: 'Numbers', format: 'xlsx', heads, rows: 1_000_000 }, endless())
  await book.next()
  await book.return(undefined)
  for (let waited = 0; waited < 5000 && !ended; waited += 20) await new Promise((wake) => setTimeout(wake, 20))
  assert.ok(ended)
})
