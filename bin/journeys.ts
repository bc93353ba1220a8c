import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { asRole } from '#server/core/database/serverRole.ts'
import { freePort } from './postgres/postgres.ts'
import { asServer, copyDatabase, onDatabase, templateDatabase, testWorkers } from './postgres/testCluster.ts'
import { tellSlowest, type Count, type Took } from './testFiles.ts'

/** Run after all others, because they block every user. */
const LAST = ['agreement.journey.ts']

/** Runs browser journeys against a full Kaika as `npm start` starts it, with the demo world and without shoppers. */
export async function runJourneys(files: string[], options: { quiet?: boolean } = {}): Promise<Count> {
  if (files.length === 0) return { passed: 0, failed: 0 }
  const kaika = await standUp()
  try {
    return await kaika.walk(files, options)
  } finally {
    await kaika.stop()
  }
}

export type Standing = { walk(files: string[], options?: { quiet?: boolean }): Promise<Count>; stop(): Promise<void> }

/** Telling the demo world is half a minute in which one processor waits: whoever has other things to do begins with this. */
export async function standUp(): Promise<Standing> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kaika-journeys-'))
  const [port, simulatorsPort] = [await freePort(), await freePort()]
  const settings = {
    PORT: String(port),
    NETWORK_PORT: String(await freePort()),
    SIMULATORS_PORT: String(simulatorsPort),
    KAIKA_DATA: folder,
    ...(await newDatabase()),
    KAIKA_SHOPPERS: 'off',
    // Journeys say amounts in yuan; the rate is read again every hour, and a run may begin before one.
    KAIKA_RATES: 'fixed',
    KAIKA_CAPTCHA: 'off',
    // Journeys have a push service of their own.
    KAIKA_PUSH_LOOPBACK: 'on',
  }
  const kaika = spawn(process.execPath, ['bin/dev.ts'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...settings },
  })
  const stop = async (): Promise<void> => {
    await stopped(kaika)
    await rm(folder, { recursive: true, force: true })
  }
  await ready(kaika).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const world = {
    ...settings,
    KAIKA_URL: `http://127.0.0.1:${port}`,
    KAIKA_SIMULATORS_URL: `http://127.0.0.1:${simulatorsPort}`,
  }
  return { walk: (files, { quiet = false } = {}) => walkAll(files, world, folder, quiet), stop }
}

async function walkAll(files: string[], world: Record<string, string>, folder: string, quiet: boolean): Promise<Count> {
  const isLast = (file: string) => LAST.includes(path.basename(file))
  const count: Count = { passed: 0, failed: 0 }
  const took: Took[] = []
  for (const some of [files.filter((file) => !isLast(file)), files.filter(isLast)]) {
    if (some.length === 0) continue
    const results = path.join(folder, `${path.basename(some[0]!)}.json`)
    const { passed, failed, suites } = await walk(some, world, results, quiet)
    count.passed += passed
    count.failed += failed
    took.push(...filesOf(suites))
  }
  if (quiet) tellSlowest(took)
  return count
}

async function walk(
  files: string[],
  world: Record<string, string>,
  results: string,
  quiet: boolean,
): Promise<Count & { suites: Suite[] }> {
  const options = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=line,json', ...files]
  const playwright = spawn(process.execPath, options, {
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...world, PLAYWRIGHT_JSON_OUTPUT_FILE: results },
  })
  let told = ''
  for (const stream of [playwright.stdout, playwright.stderr]) stream?.on('data', (text) => (told += String(text)))
  const code = await new Promise((resolve) => playwright.once('close', resolve))
  if (code !== 0) process.stdout.write(told)
  if (!existsSync(results)) return { passed: 0, failed: 1, suites: [] } // it has printed why
  const { stats, suites } = JSON.parse(await readFile(results, 'utf8')) as Report
  // Repeat failures at the end, because truncated output keeps its last lines.
  for (const said of failuresIn(suites)) console.log(said)
  if (stats.flaky) console.log(`${stats.flaky} of the journeys passed at the second try.`)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, suites }
}

type Try = { duration: number; status: string; error?: { message?: string; location?: { file: string; line: number } } }
type Suite = { title: string; suites?: Suite[]; specs?: { title: string; tests: { results: Try[] }[] }[] }
type Report = { stats: { expected: number; unexpected: number; flaky: number }; suites: Suite[] }

/** Flattens the suites into journeys with their attempts, each prefixed with the suite titles. */
const walked = (suites: Suite[], above = ''): { name: string; tries: Try[] }[] =>
  suites.flatMap(({ title, suites: inside = [], specs = [] }) => {
    const here = above ? `${above} › ${title}` : title
    const own = specs.map((spec) => ({
      name: `${here} › ${spec.title}`,
      tries: spec.tests.flatMap(({ results }) => results),
    }))
    return [...own, ...walked(inside, here)]
  })

const failuresIn = (suites: Suite[]): string[] =>
  walked(suites).flatMap(({ name, tries }) =>
    tries.flatMap(({ error }, at) => {
      if (!error) return []
      const where = error.location && `${path.relative('.', error.location.file)}:${error.location.line}`
      const said = stripVTControlCharacters(error.message ?? '').split('\n', 12)
      return [`✖ ${name}, try ${at + 1}, ${where ?? 'nowhere'}\n${said.join('\n').replace(/^/gm, '    ')}`]
    }),
  )

/** What the journeys of each file took together; in both languages they are walked side by side. */
const filesOf = (suites: Suite[]): Took[] =>
  suites.map((suite) => ({
    file: suite.title,
    s:
      walked([suite]).reduce((sum, { tries }) => sum + tries.reduce((all, { duration }) => all + duration, 0), 0) /
      1000,
  }))

/** With its tables, and without a row: `npm start` makes the server's role in it, and tells the demo world. */
async function newDatabase(): Promise<Record<string, string>> {
  const admin = process.env.KAIKA_TEST_POSTGRES!
  const template = await templateDatabase(admin)
  await copyDatabase(admin, 'kaika_journeys', template)
  const ownerUrl = onDatabase(admin, 'kaika_journeys')
  return {
    // Rights on spread tables were granted to the role of the tests when they were spread.
    DATABASE_URL: testWorkers.length > 0 ? asServer(ownerUrl) : asRole(ownerUrl, 'kaika_journeys', 'kaika-test'),
    KAIKA_DATABASE_OWNER_URL: ownerUrl,
    KAIKA_TEMPLATE_DATABASE: template, // for journeys with a Kaika of their own
  }
}

async function ready(kaika: ChildProcess): Promise<void> {
  let said = ''
  for (const stream of [kaika.stdout!, kaika.stderr!]) stream.on('data', (text) => (said += String(text)))
  await new Promise<void>((resolve, reject) => {
    kaika.on('message', () => resolve())
    kaika.once('exit', () => reject(new Error(`Kaika did not start for the journeys:\n${said}`)))
  })
}

async function stopped(kaika: ChildProcess): Promise<void> {
  if (kaika.exitCode !== null) return
  kaika.kill('SIGTERM')
  await new Promise((resolve) => kaika.once('exit', resolve))
}
