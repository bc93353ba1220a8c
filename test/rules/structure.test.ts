/** Enforces the code structure described in CONTRIBUTING.md. Every message says how to fix the finding. */
import path from 'node:path'
import { test } from 'node:test'
import { circlesInside, consoleObjection, folderInConsole, objection, spelling, unnamed, unplaced } from './layers.ts'
import { code, isCode, isTest, none, written, type SourceFile } from './sourceTree.ts'

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

test('the rooms inside a module have an order: no two of its folders import each other, directly or around', () => {
  none(
    circlesInside(code.filter((file) => !isTest(file.path))).map(
      (circle) => `${circle} is part of a circle: move what both need into the lower of the two`,
    ),
  )
})

/** What a file needs before it runs, without what it loads later. */
function importedAtOnce({ text, specifiers, imports }: SourceFile): string[] {
  const later = new Set([...text.matchAll(/import\(\s*'([^']+)'/g)].map(([, specifier]) => specifier))
  return imports.filter((_, at) => !later.has(specifiers[at]))
}

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
  none(circles.map((circle) => `${circle}: move what both need into a file of its own, or the two into one`))
})

test('a folder holds at most 25 source files', () => {
  const sizes = new Map<string, number>()
  for (const { path: file } of written.filter(({ path: name }) => isCode(name) && !name.endsWith('.sql'))) {
    const folder = path.posix.dirname(file)
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  none(
    [...sizes]
      .filter(([, size]) => size > 25)
      .map(([folder, size]) => `${folder} holds ${size} files: divide it by subject`),
  )
})

/** Programs: they are started, not imported. */
const PROGRAMS = new Set([
  'server/main.ts',
  'server/exports/writing/workbookWorker.ts',
  'server/exports/fullCards/encryptWorker.ts',
  'server/files/sheetThread.ts',
])
/** Opened or chosen once by the program. */
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
      (file) => `${file.path}: write its place into test/rules/layers.ts, or put it into the module that it belongs to`,
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

test('no file is too long, and none is too thin', () => {
  none(
    code
      // The whole schema in one file: it is never edited, and nobody has to know the order of several.
      .filter(({ path: file, lines }) => lines.length > 401 && file !== 'db/migrations/0001_baseline.sql')
      .map(({ path: file, lines }) => `${file} has ${lines.length - 1} lines: divide it by subject, 400 are the most`),
  )
  const importers = new Map<string, SourceFile[]>()
  for (const file of code) for (const to of file.imports) importers.set(to, [...(importers.get(to) ?? []), file])
  const later = new Set(code.flatMap((file) => file.imports.filter((to) => !importedAtOnce(file).includes(to))))
  none(
    code
      .filter(
        ({ path: file, lines }) =>
          /\.tsx?$/.test(file) && !isTest(file) && lines.length <= 25 && !MAY_BE_THIN.test(file),
      )
      .filter(({ path: file }) => !later.has(file) && !isFace(file))
      .filter(({ path: file }) => importers.get(file)?.length === 1)
      .map(
        ({ path: file, lines }) =>
          `${file} has ${lines.length - 1} lines and one importer: put it into ${importers.get(file)![0]!.path}`,
      ),
  )
})
/** Manifests, texts in both languages, and the contract's tables of notices. What a test imports has a second importer. */
const MAY_BE_THIN = /(^|\/)(module|text|text\.cn|text\.en|news)\.ts$|^test\//
const isFace = (file: string): boolean => /^server\/([^/]+)\/\1\.ts$/.test(file)
