/** A copy of the sources with a PostgreSQL of its own, in which mutants are tried one after another. */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { temporaryPostgres } from '#bin/postgres/temporaryPostgres.ts'
import type { Mutant } from './mutants.ts'

const root = path.resolve(import.meta.dirname, '../..')
const COPIED = [
  'bin',
  'docs',
  'contract',
  'server',
  'simulators',
  'db',
  'test',
  'web/public',
  'package.json',
  'tsconfig.json',
]

export type Lane = Awaited<ReturnType<typeof openLane>>

export async function openLane() {
  const folder = mkdtempSync(path.join(tmpdir(), 'kaika-mutants-'))
  // A copy, so that the work tree never contains a mutant.
  for (const name of COPIED) cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const postgres = await temporaryPostgres()
  const env = { ...process.env, KAIKA_TEST_POSTGRES: postgres.url, NODE_COMPILE_CACHE: path.join(folder, '.cache') }

  /** Whether this test file passes within the time limit. Stops at its first failing test. */
  function passes(test: string, withinMs: number): Promise<boolean> {
    const args = ['--disable-warning=ExperimentalWarning', '--test-reporter=tap', test]
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] })
    let failed = false
    const fail = (): void => {
      failed = true
      child.kill('SIGKILL')
    }
    const limit = setTimeout(fail, withinMs)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (/^\s*not ok/m.test(text)) fail()
    })
    return new Promise((resolve) =>
      child.once('close', (code) => {
        clearTimeout(limit)
        resolve(!failed && code === 0)
      }),
    )
  }

  const normalMs = new Map<string, number>()
  /** Returns how long a test file takes on the unmodified sources. Refuses one that fails. */
  async function measure(test: string): Promise<number> {
    for (let attempt = 1; attempt <= 3; attempt++) {
      const began = performance.now()
      const passed = await passes(test, 600_000)
      normalMs.set(test, performance.now() - began)
      if (passed) return normalMs.get(test)!
    }
    throw new Error(`${test} fails on the sources as they are`)
  }

  async function notices(test: string, { file, start, end, to }: Mutant): Promise<boolean> {
    const longestMs = 5 * (normalMs.get(test) ?? (await measure(test))) + 30_000
    const at = path.join(folder, file)
    const source = readFileSync(at, 'utf8')
    writeFileSync(at, source.slice(0, start) + to + source.slice(end))
    try {
      // A test that hangs has also noticed. Tried twice, because tests can fail on a busy machine.
      return !(await passes(test, longestMs)) && !(await passes(test, longestMs))
    } finally {
      writeFileSync(at, source)
      await dropLeftBehind(postgres.url)
    }
  }

  return {
    /** Returns the first of these test files that notices the mutant. */
    async killerOf(mutant: Mutant, tests: readonly string[]): Promise<string | undefined> {
      for (const test of tests) if (await notices(test, mutant)) return test
      return undefined
    },

    async close(): Promise<void> {
      rmSync(folder, { recursive: true })
      await postgres.stop()
    },
  }
}

/** An aborted test file has not dropped its database. */
async function dropLeftBehind(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname LIKE 'kaika\\_test\\_%'`,
  )
  for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`)
  await client.end()
}
