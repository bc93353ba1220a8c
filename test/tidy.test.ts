/** Keeps the house as it is described in CONTRIBUTING.md. Every message says what to do. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { withTables } from '#bin/referenceTables.ts'
import { circlesInside, consoleObjection, folderInConsole, objection, spelling, unnamed, unplaced } from './layers.ts'
import { isCode, isTest, sourceTree, type SourceFile } from './sourceTree.ts'

const tree = sourceTree()
const GENERATED = new Set(['db/tables.ts', 'db/schema.sql', 'package-lock.json'])
const written = tree.filter((file) => !GENERATED.has(file.path))
const code = written.filter((file) => isCode(file.path))

/** Fails with all findings at once, each on a line of its own. */
function none(findings: string[]): void {
  if (findings.length > 0) assert.fail(`${findings.length} to put right\n  ${findings.join('\n  ')}`)
}

test('imports go one way, and into a module only through its public face', () => {
  const files = code.filter((file) => !isTest(file.path))
  none(
    files.flatMap(({ path: from, imports }) =>
      imports.flatMap((to) => {
        const why = objection(from, to)
        return why ? [`${from} imports ${to}: ${why}`] : []
      }),
    ),
  )
})

/** Modules whose rooms do not have an order yet. The list only gets shorter. */
const TO_ORDER = new Set(['cards', 'funding', 'identity', 'notices', 'staff', 'trades'].map((name) => `server/${name}`))

test('the rooms inside a module have an order: no two of its folders import each other, directly or around', () => {
  none(
    circlesInside(code.filter((file) => !isTest(file.path)))
      .filter((circle) => !TO_ORDER.has(circle.split(' ')[0]!))
      .map((circle) => `${circle} is part of a circle: move what both need into the lower of the two`),
  )
})

/** What a file needs before it runs: not what it loads later. */
function importedAtOnce({ text, specifiers, imports }: SourceFile): string[] {
  const later = new Set([...text.matchAll(/import\(\s*'([^']+)'/g)].map(([, specifier]) => specifier))
  return imports.filter((_, at) => !later.has(specifiers[at]))
}

/** Folders whose files still do. The list only gets shorter. */
const CIRCLES_IN = /^(contract\/notices|server\/(audit|ledger|outside|cards|trades)|test\/(http|walks))\//

test('no files import each other in a circle', () => {
  const importsOf = new Map(code.map((file) => [file.path, importedAtOnce(file)]))
  const circles: string[] = []
  const state = new Map<string, 'open' | 'closed'>()
  const walk = (file: string, way: readonly string[]): void => {
    if (state.get(file) === 'closed') return
    if (state.get(file) === 'open') return void circles.push([...way.slice(way.indexOf(file)), file].join(' > '))
    state.set(file, 'open')
    for (const next of importsOf.get(file) ?? []) walk(next, [...way, file])
    state.set(file, 'closed')
  }
  for (const { path: file } of code) walk(file, [])
  none(
    circles
      .filter((circle) => !CIRCLES_IN.test(circle))
      .map((circle) => `${circle}: move what both need into a file of its own, or the two into one`),
  )
})

/** Folders that hold more than 25 files as yet. The list only gets shorter. */
const TO_DIVIDE = new Set(
  'bin server/cards server/exports server/funding server/funding/payments server/identity server/ledger server/trades/decide test test/http'.split(
    ' ',
  ),
)

test('a folder holds at most 25 source files', () => {
  const sizes = new Map<string, number>()
  for (const { path: file } of written.filter(({ path: name }) => isCode(name) && !name.endsWith('.sql'))) {
    const folder = path.posix.dirname(file)
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  none(
    [...sizes]
      .filter(([folder, size]) => size > 25 && !TO_DIVIDE.has(folder))
      .map(([folder, size]) => `${folder} holds ${size} files: divide it by subject`),
  )
})

/** Programs: they are started, not imported. */
const PROGRAMS = new Set([
  'server/main.ts',
  'server/exports/workbookWorker.ts',
  'server/exports/encryptWorker.ts',
  'server/files/sheetThread.ts',
])
/** Opened, or chosen, once by the program. */
const SET_BY_PROGRAMS = new Set(['server/core/db.ts', 'server/outside/outside.ts'])

test('importing a file of the server does nothing: it lists what it provides in the module.ts of its module', () => {
  const files = code.filter(({ path }) => path.startsWith('server/') && !isTest(path) && !PROGRAMS.has(path))
  none(
    files.flatMap(({ path: file, lines, text }) => [
      ...lines.flatMap((line, at) =>
        /^(?:[\w$.?]+[(`]|(?:if|for|while|switch|try|await|void|throw|delete)\b|import '|\w[\w.]*\s*=[^=>])/.test(line)
          ? [`${file}:${at + 1} does something when it is imported: let the program call it, or list it in module.ts`]
          : [],
      ),
      ...(/\bcompose\(/.test(text) && file !== 'server/core/composition.ts'
        ? [`${file} composes the modules: only a program does`]
        : []),
      ...(/^export let /m.test(text) && !SET_BY_PROGRAMS.has(file)
        ? [`${file} exports what somebody else fills: declare a port (server/core/composition.ts)`]
        : []),
    ]),
  )
})

test('an import is written in one way: near files relative, far ones from the top as #server/…', () => {
  none(
    code.flatMap(({ path: from, specifiers, imports }) =>
      specifiers.flatMap((specifier, at) => {
        const short = spelling(from, imports[at]!)
        return specifier === short ? [] : [`${from} imports ${specifier}: write '${short}'`]
      }),
    ),
  )
})

test('every file of the server has a place in the order, every file of the contract the folder of a noun', () => {
  const files = code.filter((file) => !isTest(file.path) && unplaced(file.path))
  none(
    files.map(
      (file) => `${file.path}: write its place into test/layers.ts, or put it into the module that it belongs to`,
    ),
  )
})

const ofWeb = code.filter(({ path: file }) => file.startsWith('web/') && !isTest(file))

test('every folder of a console carries a noun of the contract, and imports inside a console go one way', () => {
  const nouns = new Set(code.flatMap(({ path: file }) => /^contract\/(\w+)\//.exec(file)?.[1] ?? []))
  nouns.delete('core')
  none(
    ofWeb.flatMap((file) => {
      const why = unnamed(file.path, nouns)
      const up = importedAtOnce(file).flatMap((to) => {
        const against = consoleObjection(file.path, to)
        return against ? [`${file.path} imports ${to}: ${against}`] : []
      })
      return why ? [`${file.path}: ${why}`, ...up] : up
    }),
  )
})

test('no two folders of a console import each other both ways', () => {
  const between = new Map<string, string>()
  for (const file of ofWeb)
    for (const to of importedAtOnce(file)) {
      const [here, there] = [folderInConsole(file.path), folderInConsole(to)]
      if (here && there && here !== there) between.set(`${here} ${there}`, `${file.path} imports ${to}`)
    }
  none(
    [...between].flatMap(([pair, one]) => {
      const other = between.get(pair.split(' ').reverse().join(' '))
      return other && one < other ? [`${one}, and ${other}: move what both need to one side`] : []
    }),
  )
})

test('files are short', () => {
  const sizes = code
    .map((file) => ({ file: file.path, lines: file.lines.length - 1 }))
    .sort((a, b) => a.lines - b.lines)
  const at = (share: number): number => sizes[Math.floor(sizes.length * share)]!.lines
  none(
    sizes
      .filter(({ lines }) => lines > 400)
      .map(({ file, lines }) => `${file} has ${lines} lines: split it by subject, none may have more than 400`),
  )
  assert.ok(
    at(0.5) <= 80,
    `half of all files have at most 80 lines, here ${at(0.5)}: split the next one that you touch`,
  )
  const long = sizes.filter(({ lines }) => lines > 250).map(({ file }) => file)
  assert.ok(
    at(0.9) <= 250,
    `nine of ten files have at most 250 lines, here ${at(0.9)}: split one of ${long.join(', ')}`,
  )
})

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
  const self = 'test/tidy.test.ts'
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
  const files = tree.filter((file) => file.path !== 'test/tidy.test.ts')
  const found = ({ path: file, lines }: SourceFile): string[] =>
    lines.flatMap((line, at) =>
      place.test(line)
        ? [`${file}:${at + 1} ${line.trim().slice(0, 80)}: write it relative to the checkout, or leave it out`]
        : [],
    )
  none(files.flatMap(found))
})

/** What a heading of a page is called in a link, as GitHub calls it. */
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
/** Why a link leads nowhere, or nothing. */
function deadEnd(to: string): string | undefined {
  const [file = '', heading] = to.split('#')
  if (!existsSync(path.join(import.meta.dirname, '..', file))) return 'is not there: name the file as it is called now'
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
    .filter((file) => file.path !== 'test/tidy.test.ts')
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

/** A paragraph, a page or a shorthand of a text that whoever reads this does not have. */
const ELSEWHERE = /§|\b(spec|domain|safety|design|english|stack)\.md\b|\b(TU|CO|LD|UL|CL|RF|PL|SB|RB|AJ|CLS|RV)\d\b/

test('nothing cites a text that is not in the repository', () => {
  // A migration that has run is never edited again, so what old ones cite stays.
  const files = written.filter(({ path: file }) => !/^db\/migrations\/|^test\/tidy\.test\.ts$/.test(file))
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
  const found = sourceTree().flatMap(({ path, text }) =>
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
  for (const { path: file, text } of tree.filter((one) => /\.(tsx?|cjs)$/.test(one.path)))
    for (const word of text.match(/[\w$]+/g) ?? []) words.set(word, (words.get(word) ?? new Set()).add(file))
  // Calls are read from the whole of their file by its namespace, and so are the answers of a module.
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

/** Programs that are started from node_modules; the linter's type check is started by the linter. */
const RUN_BY_PATH = new Set(['kysely-codegen', 'oxfmt', 'oxlint', 'oxlint-tsgolint', 'typescript'])
