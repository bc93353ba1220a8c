/** Runs the `.sql` of every page in docs/money/ and compares its output with the `.out` file. `KAIKA_WRITE_DOCS=1` rewrites the `.out` files. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { owner, withDatabase } from '#test/database.ts'
import { sql, type Tx } from '#server/core/db.ts'
import { breaksSeenBy } from '../proof/prove.ts'

const folder = new URL('../../../docs/money/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
const pages = readdirSync(folder)
  .filter((name) => name.endsWith('.sql') && name !== 'money.sql')
  .map((name) => name.slice(0, -4))

/** Column names and rows aligned as in psql: figures to the right. */
function table(rows: Record<string, unknown>[]): string {
  const names = Object.keys(rows[0] ?? {})
  const cells = rows.map((row) => names.map((name) => String(row[name] ?? '')))
  const widths = names.map((name, at) => Math.max(name.length, ...cells.map((row) => row[at]!.length)))
  const figures = names.map((_, at) => cells.every((row) => /^[-\d.]*$/.test(row[at]!)))
  const line = (row: string[], right: boolean[]) =>
    row.map((cell, at) => (right[at] ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!))).join(' | ')
  const lines = [line(names, []), widths.map((width) => '-'.repeat(width)).join('-+-')]
  return [...lines, ...cells.map((row) => line(row, figures))].map((text) => ` ${text}`.trimEnd()).join('\n')
}

/** On a spread database a table and its keys have the number of the shard behind their names. */
const SHARD = /_\d{6,}(?=")/

/** Each statement with its heading, followed by the database's output: rows or an error. */
async function told(tx: Tx, script: string): Promise<string> {
  let out = ''
  for (const statement of script.trim().split(/(?<=;)\n+/)) {
    await sql`SAVEPOINT statement`.execute(tx)
    const answer = await sql
      .raw<Record<string, unknown>>(statement)
      .execute(tx)
      .then(({ rows }) => table(rows))
      .catch(async (error: Error) => {
        await sql`ROLLBACK TO SAVEPOINT statement`.execute(tx)
        return ` refused: ${error.message.replace(/trf_[\w-]+/, 'trf_…').replace(SHARD, '')}`
      })
    out += `${statement}\n\n${answer}\n\n`
  }
  return out
}

describe('the pages about money', () => {
  withDatabase({ connections: 2 })

  for (const page of pages)
    it(`${page}: what is printed is what happens, and its books are proven`, async () => {
      const tx = await owner.startTransaction().execute()
      try {
        await sql.raw(read('money.sql')).execute(tx)
        const out = await told(tx, read(`${page}.sql`))
        if (process.env['KAIKA_WRITE_DOCS']) writeFileSync(new URL(`${page}.out`, folder), out)
        assert.equal(out, read(`${page}.out`))
        assert.deepEqual(await breaksSeenBy(tx), [])
      } finally {
        await tx.rollback().execute()
      }
    })

  it('are each a story, a script and its output', () => {
    const names = readdirSync(folder)
    for (const page of pages)
      assert.deepEqual(
        [`${page}.md`, `${page}.out`].filter((name) => !names.includes(name)),
        [],
      )
  })
})
