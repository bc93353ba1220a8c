/**
 * Does a test notice when a line is wrong? Draws mutants of the modules that decide about money, runs the module's own
 * tests on each, and writes the share that was noticed, and every one that was not, to results/mutation.md.
 * `bin/node bench/mutation.ts [target …]` replaces the sections of these targets and keeps the others.
 * Takes half an hour, hence not part of `npm run bench`.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { openLane, type Lane } from './mutation/lane.ts'
import { reportTarget, type Found } from './mutation/report.ts'
import { targets, type Target } from './mutation/targets.ts'
import { nameMutants, mutantsOf, type Named } from './mutation/mutants.ts'

const root = path.resolve(import.meta.dirname, '..')
const LANES = 2

/** In the order of the patterns. */
const filesOf = (patterns: readonly string[]): string[] => [
  ...new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).sort())),
]

/** The same in every run, as long as the lines are the same. */
function draw(target: Target): Named[] {
  const sources = filesOf(target.sources).filter((file) => !file.endsWith('.test.ts'))
  const all = sources.flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8')
    return nameMutants(source, mutantsOf(file, source))
  })
  return all.sort((a, b) => (a.hash < b.hash ? -1 : 1)).slice(0, target.mutants)
}

/** Tests that have killed most mutants of the file are asked first, then those that have killed most. */
function inOrder(tests: readonly string[], file: string, found: readonly Found[]): string[] {
  const killsOf = (test: string): number =>
    found.reduce((sum, one) => sum + (one.killedBy === test ? (one.file === file ? 100 : 1) : 0), 0)
  return tests.toSorted((a, b) => killsOf(b) - killsOf(a))
}

async function tryTarget(target: Target, lanes: readonly Lane[]): Promise<Found[]> {
  const found: Found[] = []
  const tests = filesOf(target.tests)
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

const asked = process.argv.slice(2)
const lanes = await Promise.all(Array.from({ length: LANES }, openLane))
try {
  for (const target of targets)
    if (!asked.length || asked.includes(target.name)) reportTarget(target.name, await tryTarget(target, lanes))
} finally {
  for (const lane of lanes) await lane.close()
}
