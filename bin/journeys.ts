import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { freePort } from './postgres.ts'
import type { Count } from './testFiles.ts'

/** Browser journeys: against the whole of Kaika as `npm start` starts it, with the demo world and without shoppers. */
export async function runJourneys(files: string[], { quiet = false } = {}): Promise<Count> {
  if (files.length === 0) return { passed: 0, failed: 0 }
  const folder = await mkdtemp(path.join(tmpdir(), 'kaika-journeys-'))
  const [port, simulatorsPort] = [await freePort(), await freePort()]
  const settings = {
    PORT: String(port),
    SIMULATORS_PORT: String(simulatorsPort),
    KAIKA_DATA: folder,
    DATABASE_URL: await emptyDatabase(),
    KAIKA_SHOPPERS: 'off',
    KAIKA_CAPTCHA: 'off',
  }
  const kaika = spawn(process.execPath, ['bin/dev.ts'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...settings },
  })
  try {
    await ready(kaika)
    const results = path.join(folder, 'results.json')
    const world = {
      KAIKA_URL: `http://127.0.0.1:${port}`,
      KAIKA_SIMULATORS_URL: `http://127.0.0.1:${simulatorsPort}`,
      PLAYWRIGHT_JSON_OUTPUT_FILE: results,
    }
    const options = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=line,json', ...files]
    const playwright = spawn(process.execPath, options, {
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...settings, ...world },
    })
    let told = ''
    for (const stream of [playwright.stdout, playwright.stderr]) stream?.on('data', (text) => (told += String(text)))
    const code = await new Promise((resolve) => playwright.once('close', resolve))
    if (code !== 0) process.stdout.write(told)
    if (!existsSync(results)) return { passed: 0, failed: 1 } // it has said why
    const { stats } = JSON.parse(await readFile(results, 'utf8')) as {
      stats: { expected: number; unexpected: number; flaky: number }
    }
    if (stats.flaky) console.log(`${stats.flaky} of the journeys passed at the second try.`)
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
  } finally {
    await stopped(kaika)
    await rm(folder, { recursive: true, force: true })
  }
}

async function emptyDatabase(): Promise<string> {
  const admin = process.env.KAIKA_TEST_POSTGRES!
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  await client.query('CREATE DATABASE kaika_journeys')
  await client.end()
  return Object.assign(new URL(admin), { pathname: 'kaika_journeys' }).href
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
