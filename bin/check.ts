/**
 * `npm test`. With names of test files: only these. With `--changed`: the tests that uncommitted changes can affect; with `--changed <commit>`: those that
 * anything since then can. The last line is always `N passed, N failed`.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { temporaryPostgres } from './postgres/temporaryPostgres.ts'
import { runProgram, runTestFiles, type Count } from './testFiles.ts'
import { buildWeb } from './web.ts'

const root = path.resolve(import.meta.dirname, '..')
process.chdir(root)
const given = process.argv.slice(2)
const named = given[0] === '--changed' ? await thoseTouched(given[1]) : given
const IN_TREES = '{bin,contract,server,simulators,db,test,bench,web}/**/*'
const find = (ending: string): string[] => globSync(`${IN_TREES}${ending}`, { exclude: ['**/node_modules/**'] }).sort()

// Tests choose their own settings; those in the user's environment must not leak in.
const SETTINGS = [
  'DATABASE_URL',
  'KAIKA_DATABASE_OWNER_URL',
  'KAIKA_UNRESTRICTED_DATABASE',
  'HOST',
  'PORT',
  'SIMULATORS_PORT',
  'NETWORK_PORT',
  'KAIKA_DATA',
  'KAIKA_CAPTCHA',
  'KAIKA_SHOPPERS',
  'KAIKA_DEBT_POLICY',
  'KAIKA_MAX_CONNECTIONS',
]
for (const name of SETTINGS) delete process.env[name]
process.env.KAIKA_DEMO = 'on' // servers that tests start have simulators, unless a test is about production

const total: Count = { passed: 0, failed: 0 }
const postgres = await temporaryPostgres()
process.env.KAIKA_TEST_POSTGRES = postgres.url

try {
  if (named.length > 0) {
    if (given[0] === '--changed') console.log(named.join('\n'))
    await part('tests', () => runTestFiles(named.filter((file) => file.endsWith('.test.ts'))))
    await part('journeys', () => journeys(named.filter((file) => file.endsWith('.journey.ts'))))
  } else {
    await Promise.all([
      part('types of the server', () => checkTypes('.')),
      part('types of the consoles', () => checkTypes('web')),
      part('lint', () => runProgram('node_modules/oxlint/bin/oxlint', ['--type-aware'])),
      part('format', () => runProgram('node_modules/oxfmt/bin/oxfmt', ['--check'])),
      part('schema', () => runProgram('bin/schema.ts', ['--verify'])),
      part('consoles', async () => (await buildWeb(), { passed: 1, failed: 0 })),
    ])
    const { standUp } = await import('./journeys.ts')
    const kaika = standUp()
    kaika.catch(() => {}) // told below
    try {
      await part('tests', () => runTestFiles(longestFirst(find('.test.ts')), { quiet: true }))
      await part('journeys', async () => (await kaika).walk(find('.journey.ts'), { quiet: true }))
    } finally {
      await kaika.then(({ stop }) => stop()).catch(() => {})
    }
  }
} finally {
  await postgres.stop()
}
if (total.passed + total.failed === 0) {
  console.log('nothing was checked: name files that end in .test.ts or .journey.ts')
  total.failed = 1
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

/** What it found out about files that are as they were is kept for the next time. */
function checkTypes(project: string): Promise<Count> {
  const kept = path.resolve('node_modules/.cache/kaika', `${project === '.' ? 'server' : project}.tsbuildinfo`)
  const options = ['--noEmit', '--incremental', '--tsBuildInfoFile', kept, '-p', project]
  return runProgram('node_modules/typescript/bin/tsc', options)
}

// Loaded by whom it is for: one test file is there in two seconds.
async function thoseTouched(commit: string | undefined): Promise<string[]> {
  const { changedSince, testsOf } = await import('./changed.ts')
  return testsOf(changedSince(commit))
}
async function journeys(files: string[], options: { quiet?: boolean } = {}): Promise<Count> {
  if (files.length === 0) return { passed: 0, failed: 0 }
  const { runJourneys } = await import('./journeys.ts')
  return runJourneys(files, options)
}

/**
 * Those of the whole house take minutes, and those that wait for something take long without a processor: begun last, they would be
 * waited for alone.
 */
function longestFirst(files: string[]): string[] {
  const rank = (file: string): number =>
    file.startsWith('test/') ? 0 : readFileSync(file, 'utf8').includes("from 'node:timers/promises'") ? 1 : 2
  return files.toSorted((a, b) => rank(a) - rank(b))
}

/** Prints one line per part; failures have already been printed above it. */
async function part(name: string, run: () => Promise<Count>): Promise<void> {
  const started = performance.now()
  const { passed, failed } = await run().catch((error: Error): Count => {
    console.error(error)
    return { passed: 0, failed: 1 }
  })
  total.passed += passed
  total.failed += failed
  if (passed + failed === 0) return
  const took = `${((performance.now() - started) / 1000).toFixed(1)} s`
  console.log(
    `${failed > 0 ? '✖' : '✔'} ${name} ${failed > 0 ? `(${failed} of ${passed + failed} failed)` : `(${passed})`} ${took}`,
  )
}
