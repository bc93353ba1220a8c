import { execFileSync } from 'node:child_process'
import { sourceTree, type SourceFile } from '#test/rules/sourceTree.ts'

/** Files that compose all modules: followed as imports, they would connect everything with everything. */
const COMPOSITION = /^server\/(?:[^/]+\/)?modules?\.ts$/
/** The folders of a page: its words begin with the name of one of them. */
const WEB_FOLDERS = /^web\/(?:account|operator)\/(.+)\/[^/]+$/
const isTestFile = (file: string): boolean => /\.(?:test|journey)\.ts$/.test(file)
const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1)

/** Returns files that differ from the given commit (default: the last one), and untracked files. */
export function changedSince(commit = 'HEAD'): string[] {
  const git = (...options: string[]): string[] =>
    execFileSync('git', options, { encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')]
}

/**
 * Returns the tests that these files can affect: tests that import one of them directly or indirectly, tests beside them, and journeys that use the pages'
 * texts. Interactions of modules at run time are not followed; the whole `npm test` covers those.
 */
export function testsOf(changed: readonly string[], tree: readonly SourceFile[] = sourceTree()): string[] {
  const importers = new Map<string, string[]>()
  for (const { path: from, imports } of tree)
    for (const to of imports) importers.set(to, [...(importers.get(to) ?? []), from])
  const built = new Set(changed)
  // Iterating a set includes elements added during the loop.
  for (const file of built)
    for (const from of importers.get(file) ?? [])
      if (!COMPOSITION.test(from) && !(isHelper(from) && !isHelper(file))) built.add(from)
  const folders = new Set(changed.map(folderOf).filter((folder) => folder !== 'test/'))
  const nouns = new Set(changed.flatMap((file) => WEB_FOLDERS.exec(file)?.[1]?.split('/') ?? []))
  // Matches t('cards.none') in a journey of an account, funding.wires.title in one of the desk.
  const words = nouns.size > 0 ? new RegExp(`['\\s(](?:${[...nouns].join('|')})\\.[a-z]`) : undefined
  const speaks = (text: string): boolean => words?.test(text) ?? false
  return tree
    .filter(({ path: file }) => isTestFile(file))
    .filter(({ path: file, text }) =>
      file.endsWith('.journey.ts')
        ? built.has(file) || speaks(text)
        : built.has(file) || folders.has(folderOf(file)) || OF_ALL.has(file),
    )
    .map(({ path: file }) => file)
}

/** These read the whole checkout. */
const OF_ALL = new Set(['test/rules/structure.test.ts', 'test/rules/tidy.test.ts'])

/** Shared test code imports every module, so it is not treated as a test of the changed module. */
const isHelper = (file: string): boolean => /^(?:test|bench)\//.test(file) && !isTestFile(file)
