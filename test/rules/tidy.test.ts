/** Enforces the rules of CONTRIBUTING.md for texts, references and packages. Every message says how to fix the finding. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { withTables } from '#bin/referenceTables.ts'
import { code, isCode, isTest, none, tree, written, type SourceFile } from './sourceTree.ts'

test('no file or folder is a grab bag', () => {
  const bag = /(^|\/)(utils?|helpers?|common|misc|shared|lib)(\/|\.[a-z]+$)/i
  none(
    written
      .filter((file) => bag.test(file.path))
      .map(
        (file) =>
          `${file.path}: a helper lives in the file that uses it; its second user moves it down under the name of its subject`,
      ),
  )
})

const LEFTOVERS: [where: (file: string) => boolean, what: RegExp, cure: string][] = [
  [isCode, /\b(TODO|FIXME|XXX|HACK)\b/, 'do it now, or write an issue'],
  [
    (file) => /^(server|web)\//.test(file) && !isTest(file),
    /\bconsole\.(log|info|debug|warn|table)\(/,
    'log through the request’s log, or throw',
  ],
  [isTest, /\b(test|it|describe|suite)\.(only|skip)\(|\bonly: true\b/, 'run them all'],
  [isCode, /^\s*debugger\b/, 'take it out'],
  [
    isCode,
    /^\s*\/\/ ?(import .* from '|(const|let) \w+ = |await \w+\(|return \w+\(.*\)$|\}\)?$)/,
    'take out code that does not run; git remembers it',
  ],
  [isCode, /@ts-(ignore|nocheck)/, 'say the type; @ts-expect-error with a reason where that cannot be'],
]

test('nothing is left over', () => {
  const self = 'test/rules/tidy.test.ts'
  const found = ({ path: file, lines }: SourceFile): string[] =>
    lines.flatMap((line, at) =>
      LEFTOVERS.filter(([where, what]) => where(file) && what.test(line)).map(
        ([, , cure]) => `${file}:${at + 1} ${line.trim().slice(0, 80)}: ${cure}`,
      ),
    )
  none(code.filter((file) => file.path !== self).flatMap(found))
})

test('nothing in the tree tells of one machine or one registry', () => {
  const place = /(?<![\w.])\/(work|root|home\/\w+|Users\/\w+)\/|registry\.npmjs|npmmirror|artifactory|verdaccio/
  const files = tree.filter((file) => file.path !== 'test/rules/tidy.test.ts')
  const found = ({ path: file, lines }: SourceFile): string[] =>
    lines.flatMap((line, at) =>
      place.test(line)
        ? [`${file}:${at + 1} ${line.trim().slice(0, 80)}: write it relative to the checkout, or leave it out`]
        : [],
    )
  none(files.flatMap(found))
})

/** A heading's anchor in a link, as GitHub generates it. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const headings = new Map(
  tree
    .filter((file) => file.path.endsWith('.md'))
    .map(({ path: file, lines }) => [
      file,
      new Set(lines.flatMap((line) => /^#+ (.+)$/.exec(line)?.[1] ?? []).map(slugOf)),
    ]),
)
/** Why a link is dead, or nothing. */
function deadEnd(to: string): string | undefined {
  const [file = '', heading] = to.split('#')
  if (!existsSync(path.join(import.meta.dirname, '../..', file)))
    return 'is not there: name the file as it is called now'
  if (heading === undefined || headings.get(file)?.has(heading)) return undefined
  return `has no heading #${heading}: ${[...(headings.get(file) ?? [])].join(', ')}`
}
const LINK = /\]\((?!\w+:|\$)([^)\s]*)\)/g
const PAGE = /\bdocs\/[\w./-]+\.(?:md|sql|out|png)(?:#[\w-]+)?/g
/** Files by their path or the end of it: in backticks in a page, bare in a comment. */
const IN_PAGE = /`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|sql|md|css))`/g
const IN_COMMENT = /(?<![\w./-])((?:[\w-]+\/)*[a-zA-Z][\w-]+\.tsx?)\b/g
const isNamed = (name: string): boolean =>
  name.includes('NNNN') || tree.some(({ path: file }) => file === name || file.endsWith(`/${name}`))

test('every reference leads somewhere: links of the docs, pages and headings that code names, files that pages and comments name', () => {
  const refersTo = ({ path: file, text }: SourceFile): string[] => {
    const here = path.posix.dirname(file)
    const links = file.endsWith('.md') ? [...text.matchAll(LINK)].map(([, to]) => to!) : []
    return [
      ...links.map((to) => (to.startsWith('#') ? file + to : path.posix.join(here, to))),
      ...[...text.matchAll(PAGE)].map(([to]) => to),
    ]
  }
  const filesIn = ({ path: file, text, lines }: SourceFile): string[] => {
    if (file.endsWith('.md')) return [...text.matchAll(IN_PAGE)].map(([, name]) => name!)
    const comments = /\.tsx?$/.test(file) ? lines.filter((line) => /^\s*(\/\/|\*|\/\*\*)/.test(line)) : []
    return comments.flatMap((line) => [...line.matchAll(IN_COMMENT)].map(([, name]) => name!))
  }
  const dead = written
    .filter((file) => file.path !== 'test/rules/tidy.test.ts')
    .flatMap((file) => [
      ...refersTo(file).flatMap((to) => {
        const why = deadEnd(to)
        return why ? [`${file.path}: ${to} ${why}`] : []
      }),
      ...filesIn(file).flatMap((name) =>
        isNamed(name) ? [] : [`${file.path}: no file is called ${name}: name it as it is called now`],
      ),
    ])
  none([...new Set(dead)])
})

/** References to paragraphs, pages or abbreviations of texts that readers of this repository do not have. */
const ELSEWHERE = /§|\b(spec|domain|safety|design|english|stack)\.md\b|\b(TU|CO|LD|UL|CL|RF|PL|SB|RB|AJ|CLS|RV)\d\b/

test('nothing cites a text that is not in the repository', () => {
  // An applied migration is never edited again, so old references in it stay.
  const files = written.filter(({ path: file }) => !/^db\/migrations\/|^test\/rules\/tidy\.test\.ts$/.test(file))
  const found = ({ path: file, lines }: SourceFile): string[] =>
    lines.flatMap((line, at) =>
      ELSEWHERE.test(line)
        ? [`${file}:${at + 1} ${line.trim().slice(0, 100)}: say the sentence, or link to a heading of docs/reference/`]
        : [],
    )
  none(files.flatMap(found))
})

test('the tables of the reference are as the code has them', () => {
  const stale = written.filter(
    ({ path: file, text }) => file.startsWith('docs/reference/') && withTables(text) !== text,
  )
  none(stale.map(({ path: file }) => `${file}: run bin/reference and commit what it writes`))
})

test('every dependency is locked by its hash', () => {
  const lock = tree.find((file) => file.path === 'package-lock.json')!
  const { packages } = JSON.parse(lock.text) as { packages: Record<string, { integrity?: string }> }
  none(
    Object.entries(packages)
      .filter(([name, { integrity }]) => name !== '' && !integrity)
      .map(([name]) => `${name}: install it from the registry, so that npm writes its integrity`),
  )
})

test('migrations are numbered, each number once', () => {
  const names = tree
    .filter((file) => file.path.startsWith('db/migrations/'))
    .map((file) => path.posix.basename(file.path))
  none(names.filter((name) => !/^\d{4}_[a-z_]+\.sql$/.test(name)).map((name) => `${name}: call it NNNN_noun.sql`))
  const numbers = names.map((name) => name.slice(0, 4))
  none(
    names
      .filter((_, at) => numbers.indexOf(numbers[at]!) !== at)
      .map((name) => `${name}: another migration has this number; take the next free one`),
  )
})

test('no route is spelled outside the contract', () => {
  const route = /['"`]\/api\/(?!docs|openapi)/
  const files = code.filter(({ path: file }) => /^(server|web)\//.test(file) && !isTest(file))
  const found = files.filter(({ text }) => route.test(text)).map((file) => file.path)
  none(found.map((file) => `${file}: take the row from contract/, it knows its path`))
})

test('no effect returns what a call returns: React calls it as clean-up, and some browser calls return promises', () => {
  const found = tree.flatMap(({ path, text }) =>
    /^web\/.+\.tsx?$/.test(path)
      ? [...text.matchAll(/use(?:Layout)?Effect\(\(\) => (?!\{|\(\) =>|void )[^\n]*/g)].map(
          ([line]) => `${path}: ${line}`,
        )
      : [],
  )
  assert.deepEqual(found, [], 'give the effect a body in braces')
})

test('what is exported is used by another file, and what is installed is used', () => {
  const words = new Map<string, Set<string>>()
  for (const { path: file, text } of tree.filter((one) => /\.(tsx?|c?js)$/.test(one.path)))
    for (const word of text.match(/[\w$]+/g) ?? []) words.set(word, (words.get(word) ?? new Set()).add(file))
  // A file's calls are read through its namespace, and so are the handlers of a module.
  const files = code.filter(({ path: file }) => !isTest(file) && !file.startsWith('contract/'))
  const manifest = JSON.parse(tree.find(({ path: file }) => file === 'package.json')!.text) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  const packages = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const importing = tree.filter(({ path: file }) => /\.(tsx?|cjs|css)$/.test(file)).map(({ text }) => text)
  none([
    ...files.flatMap(({ path: file, text }) =>
      [...text.matchAll(/^export (?:async )?(?:const|function\*?|class|let) ([\w$]+)/gm)]
        .filter(([, name]) => words.get(name!)!.size === 1)
        .map(([, name]) => `${file} exports ${name}, which no other file names: do not export it`),
    ),
    ...packages
      .filter((name) => !name.startsWith('@types/') && !RUN_BY_PATH.has(name))
      .filter((name) => !importing.some((text) => text.includes(`'${name}'`) || text.includes(`'${name}/`)))
      .map((name) => `package.json lists ${name}, which nobody imports: take it out`),
  ])
})

/** Programs that are started from node_modules; the linter itself starts its type check. */
const RUN_BY_PATH = new Set(['kysely-codegen', 'oxfmt', 'oxlint', 'oxlint-tsgolint', 'typescript'])
