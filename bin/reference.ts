/** Generates the tables of docs/reference/ from the code. test/rules/tidy.test.ts fails while they are stale. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import path from 'node:path'
import { withTables } from './referenceTables.ts'

const folder = fileURLToPath(new URL('../docs/reference', import.meta.url))
const stale = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => path.join(folder, name))
  .filter((file) => {
    const page = readFileSync(file, 'utf8')
    const written = withTables(page)
    if (written !== page) writeFileSync(file, written)
    return written !== page
  })
console.log(stale.length ? `written: ${stale.map((file) => path.basename(file)).join(', ')}` : 'nothing has changed')
