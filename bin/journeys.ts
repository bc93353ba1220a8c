import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import pg from 'pg'
import { asRole } from '#server/core/database/serverRole.ts'
import { freePort } from './postgres.ts'
import type { Count } from './testFiles.ts'

/** Walked when all others are home: what they do holds everybody up. */
const LAST = ['agreement.journey.ts']

/** Browser journeys: against the whole of Kaika as `npm start` starts it, with the demo world and without shoppers. */
export async function runJourneys(files: string[], { quiet = false } = {}): Promise<Count> {
  if (files.length === 0) return { passed: 0, failed: 0 }
  const folder = await mkdtemp(path.join(tmpdir(), 'kaika-journeys-'))
  const [port, simulatorsPort] = [await freePort(), await freePort()]
  const settings = {
    PORT: String(port),
    NETWORK_PORT: String(await freePort()),
    SIMULATORS_PORT: String(simulatorsPort),
    KAIKA_DATA: folder,
    ...(await emptyDatabase()),
    KAIKA_SHOPPERS: 'off',
    KAIKA_CAPTCHA: 'off',
  }
  const kaika = spawn(process.execPath, ['bin/dev.ts'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...settings },
  })
  try {
    await ready(kaika)
    const world = {
      ...settings,
      KAIKA_URL: `http://127.0.0.1:${port}`,
      KAIKA_SIMULATORS_URL: `http://127.0.0.1:${simulatorsPort}`,
    }
    const isLast = (file: string) => LAST.includes(path.basename(file))
    const count: Count = { passed: 0, failed: 0 }
    for (const some of [files.filter((file) => !isLast(file)), files.filter(isLast)]) {
      if (some.length === 0) continue
      const { passed, failed } = await walk(some, world, path.join(folder, `${path.basename(some[0]!)}.json`), quiet)
      count.passed += passed
      count.failed += failed
    }
    return count
  } finally {
    await stopped(kaika)
    await rm(folder, { recursive: true, force: true })
  }
}

async function walk(files: string[], world: Record<string, string>, results: string, quiet: boolean): Promise<Count> {
  const options = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=line,json', ...files]
  const playwright = spawn(process.execPath, options, {
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...world, PLAYWRIGHT_JSON_OUTPUT_FILE: results },
  })
  let told = ''
  for (const stream of [playwright.stdout, playwright.stderr]) stream?.on('data', (text) => (told += String(text)))
  const code = await new Promise((resolve) => playwright.once('close', resolve))
  if (code !== 0) process.stdout.write(told)
  if (!existsSync(results)) return { passed: 0, failed: 1 } // it has said why
  const { stats, suites } = JSON.parse(await readFile(results, 'utf8')) as Report
  // Once more at the end: what is kept of a long output is its last lines.
  for (const said of failuresIn(suites)) console.log(said)
  if (stats.flaky) console.log(`${stats.flaky} of the journeys passed at the second try.`)
  if (quiet) console.log(`  the slowest: ${slowestOf(suites)}`)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
}

type Try = { duration: number; status: string; error?: { message?: string; location?: { file: string; line: number } } }
type Suite = {
  title: string
  suites?: Suite[]
  specs?: { title: string; tests: { results: Try[] }[] }[]
}
type Report = { stats: { expected: number; unexpected: number; flaky: number }; suites: Suite[] }

/** Every journey with its tries, under the names of the suites around it. */
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

const slowestOf = (suites: Suite[]): string =>
  walked(suites)
    .map(({ name, tries }) => ({ name, s: tries.reduce((sum, { duration }) => sum + duration, 0) / 1000 }))
    .sort((a, b) => b.s - a.s)
    .slice(0, 8)
    .map(({ name, s }) => `${name.split(' › ').slice(0, 2).join(' ')} ${s.toFixed(0)} s`)
    .join(', ')

/** `npm start` makes the server's role in it. */
async function emptyDatabase(): Promise<{ DATABASE_URL: string; KAIKA_DATABASE_OWNER_URL: string }> {
  const admin = process.env.KAIKA_TEST_POSTGRES!
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  await client.query('CREATE DATABASE kaika_journeys')
  await client.end()
  const ownerUrl = Object.assign(new URL(admin), { pathname: 'kaika_journeys' }).href
  return { DATABASE_URL: asRole(ownerUrl, 'kaika_journeys', 'kaika-test'), KAIKA_DATABASE_OWNER_URL: ownerUrl }
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
