/** docs/reference/ matches the code: numbers and their settings, every status, every kind of posting. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { transferKinds } from '#contract/ledger/ledger.ts'
import { postingSides } from '../fixtures/postings.ts'
import { isTest, tree } from './sourceTree.ts'

const root = new URL('../../', import.meta.url)
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8')

type Line = { at: string; section: string; cells: string[] }
/** The rows of a page's tables with these headers, each with its section's heading. */
function rowsUnder(page: string, ...head: string[]): Line[] {
  const lines: Line[] = []
  let section = ''
  let inside = false
  read(`docs/reference/${page}`)
    .split('\n')
    .forEach((line, at) => {
      if (line.startsWith('#')) section = line.replace(/^#+ /, '')
      const cells = line.startsWith('|')
        ? line
            .slice(1, -1)
            .split(' | ')
            .map((cell) => cell.trim())
        : undefined
      if (!cells) inside = false
      else if (cells.join() === head.join()) inside = true
      else if (inside && !/^[-:| ]+$/.test(cells[0]!))
        lines.push({ at: `docs/reference/${page}:${at + 1}`, section, cells })
    })
  assert.ok(lines.length > 0, `docs/reference/${page} has a table under ${head.join(', ')}`)
  return lines
}
const codeIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!)

function none(findings: string[]): void {
  if (findings.length > 0) assert.fail(`${findings.length} to put right\n  ${findings.join('\n  ')}`)
}

const MS = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/** The possible forms of a figure in code: a time in milliseconds or seconds, dollars in cents, percent in basis points. */
function asCode(figure: string): number[] {
  const value = Number(figure.replace(/[$,]/g, '').split(' ')[0])
  const unit = /[a-z]+/i.exec(figure)?.[0].replace(/s$/, '') as keyof typeof MS | 'MB' | 'USDT' | undefined
  if (figure.startsWith('$')) return [Math.round(value * 100)]
  if (figure.endsWith('%')) return [Math.round(value * 100)]
  if (unit === 'MB' || unit === 'USDT') return [value * 1_000_000]
  return unit ? [value * MS[unit], (value * MS[unit]) / 1000, value] : [value]
}
const figuresIn = (cell: string): string[] =>
  cell
    .match(/\$?\d[\d,]*(?:\.\d+)?(?: (?:%|MB|USDT|(?:second|minute|hour|day)s?\b))?/g)
    ?.map((one) => one.replace(/,$/, '')) ?? []

/** The numbers in a piece of code: `5 * MINUTE` is one. */
function numbersIn(code: string): number[] {
  const bare = code.replace(/'[^']*'/g, '').replace(/\b(?!(?:SECOND|MINUTE|HOUR|DAY)\b)[A-Za-z_]\w*/g, '')
  const factors = bare.match(
    /(?:\d[\d_]*(?:\.\d+)?|SECOND|MINUTE|HOUR|DAY)(?: \* (?:\d[\d_]*|SECOND|MINUTE|HOUR|DAY))*/g,
  )
  return (factors ?? []).map((product) =>
    product
      .split(' * ')
      .map((one) => MS[one.toLowerCase() as keyof typeof MS] ?? Number(one.replaceAll('_', '')))
      .reduce((a, b) => a * b),
  )
}

const numbers = rowsUnder('numbers.md', 'what', 'value', 'setting', 'in')

test('every number of the reference is the number of its setting', () => {
  none(
    numbers.flatMap(({ at, cells: [what, value, setting, where] }) => {
      const [code] = codeIn(setting!)
      const [file] = codeIn(where!)
      if (!code || !file || !existsSync(new URL(file, root))) return [`${at} ${what}: name its setting and its file`]
      if (!read(file).includes(code)) return [`${at} ${what}: ${file} has no \`${code}\`; say how it is now`]
      if (value === '–') return []
      const has = numbersIn(code)
      let from = 0
      const lost = figuresIn(value!).filter((figure) => {
        const found = has.findIndex((one, n) => n >= from && asCode(figure).includes(one))
        from = found + 1
        return found < 0
      })
      return figuresIn(value!).length === 0 || lost.length > 0 ? [`${at} ${what}: ${value} is not \`${code}\``] : []
    }),
  )
})

test('every limit of the contract is in the reference', () => {
  const said = new Set(numbers.flatMap(({ cells }) => codeIn(cells[2]!)).map((code) => code.split(' = ')[0]))
  none(
    tree
      .filter(({ path }) => /^contract\/.+\.ts$/.test(path) && !isTest(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^export const ([A-Z][A-Z0-9_]+) = [\d(]/gm)]
          .filter(([, name]) => !said.has(name!))
          .map(([, name]) => `${name} of ${path}: give it a row in docs/reference/numbers.md`),
      ),
  )
})

test('every status that a table allows is in the reference, and no other', () => {
  const allowed = new Map<string, string[]>()
  let table = ''
  for (const line of read('db/schema.sql').split('\n')) {
    table = /^CREATE TABLE (\w+)/.exec(line)?.[1] ?? table
    const [, column, values] =
      /CHECK \(+(\w*(?:status|state|outcome|identity)) = ANY \(ARRAY\[([^\]]+)\]/.exec(line) ?? []
    if (column)
      allowed.set(
        `${table}.${column}`,
        [...values!.matchAll(/'(\w+)'/g)].map(([, value]) => value!),
      )
  }
  assert.ok(allowed.size > 30, 'the test finds the constraints of db/schema.sql')
  const said = new Map<string, string[]>()
  for (const { section, cells } of rowsUnder('states.md', 'status', 'means', 'set by'))
    for (const column of codeIn(section)) said.set(column, [...(said.get(column) ?? []), ...codeIn(cells[0]!)])
  none([
    ...[...allowed].flatMap(([column, values]) => {
      const rows = said.get(column)
      if (!rows) return [`${column}: give it a section in docs/reference/states.md, with \`${column}\` in its heading`]
      const lost = values.filter((value) => !rows.includes(value))
      const gone = rows.filter((value) => !values.includes(value))
      return [
        ...lost.map((value) => `${column} ${value}: give it a row in docs/reference/states.md`),
        ...gone.map((value) => `${column} ${value}: db/schema.sql does not allow it; take its row out of states.md`),
      ]
    }),
    ...[...said.keys()]
      .filter((column) => !allowed.has(column))
      .map((column) => `${column}: no such column in db/schema.sql`),
  ])
})

const postings = rowsUnder('postings.md', 'kind', 'debit', 'credit', 'when', 'posted by')
const sides = postingSides()

test('every kind of posting is in the reference once, with the file that posts it', () => {
  const kinds = Object.keys(transferKinds)
  const said = postings.map(({ cells }) => codeIn(cells[0]!)[0]!)
  const server = tree.filter(({ path }) => /^server\/.+\.ts$/.test(path) && !isTest(path))
  const users = (kind: string) => server.filter(({ text }) => text.includes(`'${kind}'`)).map(({ path }) => path)
  none([
    ...kinds.filter((kind) => !said.includes(kind)).map((kind) => `${kind}: give it a row in postings.md`),
    ...said
      .filter((kind) => !kinds.includes(kind))
      .map((kind) => `${kind}: contract/ledger/ledger.ts has no such kind`),
    ...postings.flatMap(({ at, cells }) =>
      codeIn(cells[4]!)
        .filter((file) => !users(codeIn(cells[0]!)[0]!).includes(file))
        .map((file) => `${at}: ${file} does not post it`),
    ),
  ])
})

test('every kind of transfer is posted by some operation', () => {
  // A file posts a kind that it names if it calls the ledger, or gives the kind to one that does.
  const posts = tree.filter(
    ({ path, text }) =>
      /^server\/.+\.ts$/.test(path) && !isTest(path) && /\bpost(Many|Fees)?\(|import .*\bTransferKind\b/.test(text),
  )
  assert.ok(posts.length > 30, 'the test finds the files that post')
  const isPosted = (kind: string) => posts.some(({ text }) => text.includes(`'${kind}'`))
  assert.deepEqual(
    Object.keys(transferKinds).filter((kind) => !isPosted(kind)),
    [],
  )
})

test('the entries of docs/money/ are those of the reference', () => {
  const codes = new Map<string, string>()
  for (const [, name, code] of read('docs/money/money.sql').matchAll(/\('([^']+)',\s*'(\d{4})'/g))
    codes.set(name!, code!)
  assert.ok(codes.size > 20, 'the test finds the accounts of docs/money/money.sql')
  const pages = [...read('docs/money/README.md').matchAll(/\]\(([a-z-]+)\.md\) \| ([A-Z_, ]+) \|/g)]
  assert.ok(pages.length > 15, 'the test finds the pages of docs/money/README.md')
  const findings = pages.flatMap(([, page, kinds]) =>
    // A page prepares its example with other kinds; and refused statements are part of the examples.
    read(`docs/money/${page}.out`)
      .split(/^SELECT \* FROM (?=post)/m)
      .filter((block) => !/^ refused:/m.test(block))
      .flatMap((block) => [...block.matchAll(/^post\('([A-Z_]+)',[^{]*'\{([^}]+)\}/g)])
      .filter(([, kind]) => kinds!.split(', ').includes(kind!))
      .flatMap(([, kind, lines]) =>
        [...lines!.matchAll(/\b([DC]) ([a-z-][a-z -]*?) -?[\d.]/g)]
          .filter(([, side, name]) => !sides.get(kind!)?.[side as 'D' | 'C'].includes(codes.get(name!) ?? '?'))
          .map(([, side, name]) => `${page}.out ${kind}: ${side} ${name} (${codes.get(name!)}) is not in postings.md`),
      ),
  )
  none([...new Set(findings)])
})
