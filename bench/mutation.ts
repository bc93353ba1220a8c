/**
 * Measures whether tests notice a wrong line. Draws mutants of the modules that decide about money, runs each module's own tests on them, and writes the share
 * that was noticed, and every one that was not, to results/mutation.md. `bin/node bench/mutation.ts [target …]` replaces the sections of these targets and
 * keeps the others. Takes an hour, so it is not part of `npm run bench`.
 *
 * Some of it, which only prints: `--of <glob>` draws from these files only, `--draw <n>` draws as many, `--mutant <hash>` tries that one,
 * `--by <glob>` runs these tests only. `--lanes 1` leaves a processor to others.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openLane, type Lane } from './mutation/lane.ts'
import { keepSection, sectionOf, type Found } from './mutation/report.ts'
import { targets, type Target } from './mutation/targets.ts'
import { nameMutants, mutantsOf, type Named } from './mutation/mutants.ts'

const root = path.resolve(import.meta.dirname, '..')
const several = { type: 'string', multiple: true, default: [] as string[] } as const
const { values: only, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    of: several,
    mutant: several,
    by: several,
    draw: { type: 'string' },
    lanes: { type: 'string', default: '2' },
  },
})
const isPart = only.of.length + only.mutant.length + only.by.length > 0 || only.draw !== undefined

/** In the order of the patterns. */
const filesOf = (patterns: readonly string[]): string[] => [
  ...new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).sort())),
]

const isAmong = (files: readonly string[], file: string): boolean => !files.length || files.includes(file)

/** Deterministic: the same mutants in every run as long as the lines are unchanged. */
function draw(target: Target): Named[] {
  const wanted = filesOf(only.of)
  const sources = filesOf(target.sources).filter((file) => !file.endsWith('.test.ts') && isAmong(wanted, file))
  const all = sources.flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8')
    return nameMutants(source, mutantsOf(file, source))
  })
  if (only.mutant.length) return all.filter(({ hash }) => only.mutant.includes(hash))
  return all.sort((a, b) => (a.hash < b.hash ? -1 : 1)).slice(0, Number(only.draw ?? target.mutants))
}

/** Orders tests by how many mutants of this file they have killed, then by how many overall. The test of the same name has a start. */
function inOrder(tests: readonly string[], file: string, found: readonly Found[]): string[] {
  const killsOf = (test: string): number =>
    found.reduce(
      (sum, one) => sum + (one.killedBy === test ? (one.file === file ? 100 : 1) : 0),
      path.basename(test, '.test.ts') === path.basename(file, '.ts') ? 200 : 0,
    )
  return tests.toSorted((a, b) => killsOf(b) - killsOf(a))
}

async function tryTarget(target: Target, lanes: readonly Lane[]): Promise<Found[]> {
  const found: Found[] = []
  const wanted = filesOf(only.by)
  const tests = filesOf(target.tests).filter((test) => isAmong(wanted, test))
  const waiting = draw(target)
  await Promise.all(
    lanes.map(async (lane) => {
      for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
        const killedBy = await lane.killerOf(mutant, inOrder(tests, mutant.file, found))
        found.push({ ...mutant, killedBy })
        console.log(`${mutant.name} line ${mutant.line}: ${killedBy ?? 'SURVIVED'}`)
      }
    }),
  )
  return found
}

const lanes = await Promise.all(Array.from({ length: Number(only.lanes) }, openLane))
try {
  for (const target of targets.filter(({ name }) => !asked.length || asked.includes(name))) {
    const found = await tryTarget(target, lanes)
    console.log(sectionOf(target.name, found))
    if (!isPart) keepSection(target.name, found)
  }
} finally {
  for (const lane of lanes) await lane.close()
}
