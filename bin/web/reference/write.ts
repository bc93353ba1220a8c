/** Writes what the reference shows into a finished build: a list of all calls, a file for each group of them, and all refusals. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isStaffWho, type Call } from '#contract/core/call.ts'
import { elements, type ElementKey } from '#contract/core/permissions.ts'
import { titleOf } from '#contract/core/headings.ts'
import { everywhere, httpStatusOf, refusals, type RefusalName } from '#contract/core/refusals.ts'
import { staffKeys, type StaffKey } from '#contract/core/staffRoles.ts'
import type { Call as Described, Group, Index, Refusals } from '#web/reference/described.ts'
import { byHeading, contractRows, type NamedRow } from './rows.ts'
import { fieldOf, fieldsOf, jsonSchema } from './fields.ts'
import { sampleAnswer, sampleInput } from './samples.ts'

const dist = path.resolve(import.meta.dirname, '../../../dist')
const DOCUMENT = path.join(dist, 'reference/index.html')

/** As docs/reference/numbers.md has it. */
const PER_MINUTE = 600

export function describe({ name, row }: NamedRow): Described {
  // What a call needs comes first.
  const takes = fieldsOf(jsonSchema(row.input, 'input')).sort(
    (a, b) => Number(b.required ?? 0) - Number(a.required ?? 0),
  )
  const answers = row.events ? 'events' : row.file ? 'file' : 'json'
  const gives = answers === 'json' ? fieldOf('', jsonSchema(row.output, 'output')) : { name: '', kind: 'file' as const }
  const may = permissionOf(row)
  return {
    ...titleOf(row),
    name,
    method: row.method,
    path: row.path,
    body: row.body,
    who: row.who,
    ...(may && { may }),
    ...(row.once && { once: true }),
    perMinute: row.perMinute ?? PER_MINUTE,
    answers,
    takes,
    gives,
    input: sampleInput(name, row, takes),
    ...(answers === 'json' && { answer: sampleAnswer(name, gives) }),
    refusals: [...row.refusals],
  }
}

function permissionOf({ who }: Call) {
  if (isStaffWho(who)) return who === 'staff' ? undefined : staffKeys[who as StaffKey]
  return Object.hasOwn(elements, who) ? elements[who as ElementKey].name : undefined
}

const allRefusals = (): Refusals => ({
  rows: Object.entries(refusals).map(([name, { code, cn, en, ...more }]) => ({
    name,
    code,
    status: httpStatusOf(code),
    cn,
    en,
    again: 'again' in more,
  })),
  everywhere: [...everywhere] satisfies RefusalName[],
})

/** Returns the address of a file that is named by its content, so that it can be kept for ever. */
function write(name: string, content: unknown): string {
  const text = JSON.stringify(content)
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8)
  const url = `/assets/reference-${name}-${hash}.json`
  mkdirSync(path.join(dist, 'assets'), { recursive: true })
  writeFileSync(path.join(dist, url), text)
  return url
}

export async function addReference(): Promise<void> {
  const groups = byHeading(await contractRows()).map(({ words, rows }): Group => {
    const desk = words.en.startsWith('Desk: ')
    const id = words.en
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
    const calls = rows.map(describe)
    return {
      id,
      cn: words.cn.replace(/^工作台：/, ''),
      en: words.en.replace(/^Desk: (.)/, (_, first: string) => first.toUpperCase()),
      desk,
      calls: calls.map(({ name, method, path: url, cn, en }) => ({ name, method, path: url, cn, en })),
      file: write(id, calls),
    }
  })
  const index: Index = { groups, refusals: write('refusals', allRefusals()) }
  const address = write('index', index)
  const [before, after] = ['<html ', `<html data-index="${address}" `]
  const text = readFileSync(DOCUMENT, 'utf8')
  if (!text.includes(before)) throw new Error('the document of the reference has no element to name its index')
  writeFileSync(
    DOCUMENT,
    text
      .replace(before, after)
      .replace('</head>', `  <link rel="preload" as="fetch" crossorigin href="${address}" />\n  </head>`),
  )
}
