import { execFileSync } from 'node:child_process'
import { sourceTree, type SourceFile } from '#test/sourceTree.ts'

/** They bring every module together: through them everything would touch everything. */
const COMPOSITION = /^server\/(?:[^/]+\/)?modules?\.ts$/
/** The folders of a page: its words begin with the name of one of them. */
const WEB_FOLDERS = /^web\/(?:account|operator)\/(.+)\/[^/]+$/
const isTestFile = (file: string): boolean => /\.(?:test|journey)\.ts$/.test(file)
const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1)

/** Files that differ from that commit, or from the last one, and files that nobody has committed yet. */
export function changedSince(commit = 'HEAD'): string[] {
  const git = (...options: string[]): string[] =>
    execFileSync('git', options, { encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')]
}

/**
 * The tests that these files can touch: those that import one of them or what is built on it, those beside it, and the journeys
 * that speak of the pages' words. What the modules do together is not followed; that is what the whole `npm test` is for.
 */
export function testsOf(changed: readonly string[], tree: readonly SourceFile[] = sourceTree()): string[] {
  const importers = new Map<string, string[]>()
  for (const { path: from, imports } of tree)
    for (const to of imports) importers.set(to, [...(importers.get(to) ?? []), from])
  const built = new Set(changed)
  // A set is walked with what is added on the way.
  for (const file of built)
    for (const from of importers.get(file) ?? [])
      if (!COMPOSITION.test(from) && !(isHelper(from) && !isHelper(file))) built.add(from)
  const folders = new Set(changed.map(folderOf).filter((folder) => folder !== 'test/'))
  const nouns = new Set(changed.flatMap((file) => WEB_FOLDERS.exec(file)?.[1]?.split('/') ?? []))
  // t('cards.none') in an account's journey, wires.title in one of the desk.
  const words = nouns.size > 0 ? new RegExp(`['\\s(](?:${[...nouns].join('|')})\\.[a-z]`) : undefined
  const speaks = (text: string): boolean => words?.test(text) ?? false
  return tree
    .filter(({ path: file }) => isTestFile(file))
    .filter(({ path: file, text }) =>
      file.endsWith('.journey.ts')
        ? built.has(file) || speaks(text)
        : built.has(file) || folders.has(folderOf(file)) || file === 'test/tidy.test.ts',
    )
    .map(({ path: file }) => file)
}

/** What tests share knows every module: a change of a module is not one of them. */
const isHelper = (file: string): boolean => /^(?:test|bench)\//.test(file) && !isTestFile(file)
