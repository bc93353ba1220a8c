/** Runs the `.sql` of every page in docs/money/ on a fresh database and compares what it prints with the `.out` beside it. `KAIKA_WRITE_DOCS=1` writes them anew. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import pg from 'pg'
import { freshDatabase } from '../../test/database.ts'
import { closeDb, openDb } from '../db.ts'
import { prove } from './ledger.ts'

const folder = new URL('../../docs/money/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
const pages = readdirSync(folder).filter((name) => name.endsWith('.sql') && name !== 'money.sql').map((name) => name.slice(0, -4))

/** Column names and rows, as psql would align them. */
function table({ fields, rows }: pg.QueryArrayResult): string {
  const numeric = fields.map(({ dataTypeID }) => dataTypeID === pg.types.builtins.NUMERIC)
  const cells = [fields.map(({ name }) => name), ...rows.map((row: unknown[]) => row.map((value) => (value === null ? '' : String(value))))]
  const widths = fields.map((_, at) => Math.max(...cells.map((row) => row[at]!.length)))
  const lines = cells.map((row, n) => row.map((cell, at) => (n && numeric[at] ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!))).join(' | ').trimEnd())
  return [lines[0], widths.map((width) => '-'.repeat(width)).join('-+-'), ...lines.slice(1)].map((line) => ` ${line}`).join('\n')
}

/** Every statement with the words above it, and below it what the database says to it: rows, or its refusal. */
async function told(client: pg.Client, script: string): Promise<string> {
  let out = ''
  for (const statement of script.split(/(?<=;)\n/)) {
    if (!statement.trim().replace(/^--.*$/gm, '').trim()) continue
    const answer = await client
      .query({ text: statement, rowMode: 'array' })
      .then((result) => table(result), (error: Error) => ` refused: ${error.message.replace(/trf_[\w-]+/, 'trf_…')}`)
    out += `${statement.trim()}\n\n${answer}\n\n`
  }
  return out
}

describe('the pages about money', () => {
  for (const page of pages)
    it(`${page}: what is printed is what happens, and its books are proven`, async () => {
      const database = await freshDatabase()
      const client = new pg.Client({ connectionString: database.url })
      await client.connect()
      openDb(database.url, { connections: 1 })
      try {
        await client.query(read('money.sql'))
        const out = await told(client, read(`${page}.sql`))
        if (process.env['KAIKA_WRITE_DOCS']) writeFileSync(new URL(`${page}.out`, folder), out)
        assert.equal(out, read(`${page}.out`))
        assert.deepEqual(await prove(), [])
      } finally {
        await closeDb()
        await client.end()
        await database.close()
      }
    })

  it('are each a story, a script and its output', () => {
    const names = readdirSync(folder)
    for (const page of pages) assert.deepEqual([`${page}.md`, `${page}.out`].filter((name) => !names.includes(name)), [])
  })
})
