import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXlsx } from '#test/files.ts'
import { fileOfLines } from './workbook.ts'

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
