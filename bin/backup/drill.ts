/**
 * The restore drill: one command that shows that a backup is worth something. Restores the database to a moment into a folder of its own, beside nothing that
 * runs, takes the secrets from their own copy, proves the books, opens sealed fields and reveals a card's number, and writes a report. What fails ends it with
 * exit code 1, and only a drill without a failure is stamped.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { unprivileged } from '../postgres/postgresPrograms.ts'
import type { Opened } from './openSealed.ts'

const { values } = parseArgs({
  options: {
    secrets: { type: 'string' },
    into: { type: 'string' },
    at: { type: 'string' },
    reports: { type: 'string' },
    stanza: { type: 'string', default: 'kaika' },
    database: { type: 'string', default: 'kaika' },
    role: { type: 'string', default: 'kaika_server' },
    programs: { type: 'string' },
    config: { type: 'string', default: '/etc/pgbackrest/pgbackrest.conf' },
    keep: { type: 'boolean', default: false },
    'no-reveal': { type: 'boolean', default: false },
  },
})
const USAGE = `drill --secrets FILE --into FOLDER [--at '2026-11-27 12:00:00+00'] [--reports FOLDER] [--stanza kaika] [--database kaika] [--role kaika_server]
      [--programs /usr/lib/postgresql/15/bin] [--config /etc/pgbackrest/pgbackrest.conf] [--keep] [--no-reveal]
Settings of the issuers are those of the servers; DATABASE_URL is not used.`

type Step = { what: string; seconds: number; found: string; failed: boolean }
export type DrillReport = {
  at: string
  backup: string
  backupFinished: string
  target: string
  bytes: number
  restoreSeconds: number
  secondsPerGb: number
  steps: Step[]
  good: boolean
}

const ROOT = path.resolve(import.meta.dirname, '../..')
/** A transaction in the time after the moment has not happened, so the last one is at most so old as the service is quiet. */
const RECOVERY_MS = 6 * 3_600_000

async function drill(secrets: string, into: string): Promise<number> {
  const began = new Date()
  if (existsSync(into) && readdirSync(into).length > 0) {
    console.error(`${into} is not empty: name a folder that this drill may fill and remove`)
    return 2
  }
  const owner = unprivileged()
  const data = path.join(into, 'postgres')
  const keys = path.join(into, 'kaika')
  for (const [folder, mode] of [
    [into, 0o711],
    [data, 0o700],
    [keys, 0o700],
  ] as const) {
    mkdirSync(folder, { recursive: true, mode })
    if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid!)
  }
  const steps: Step[] = []
  /** Runs one step; what throws fails the drill, and the steps after it are left out. */
  const step = async <T>(what: string, work: () => T | Promise<T>, tell: (found: T) => string): Promise<T> => {
    const started = performance.now()
    const seconds = (): number => Math.round((performance.now() - started) / 100) / 10
    try {
      const found = await work()
      steps.push({ what, seconds: seconds(), found: tell(found), failed: false })
      return found
    } catch (error) {
      steps.push({ what, seconds: seconds(), found: String((error as Error).message).trim(), failed: true })
      throw error
    }
  }
  const report: DrillReport = {
    ...{ at: began.toISOString(), backup: '', backupFinished: '', target: values.at ?? 'the end of the log', steps },
    ...{ bytes: 0, restoreSeconds: 0, secondsPerGb: 0, good: false },
  }
  let postgres: ReturnType<typeof spawn> | undefined
  try {
    const backup = await step(
      'find a backup',
      () => newestBackup(values.at),
      ({ label }) => label,
    )
    Object.assign(report, { backup: backup.label, backupFinished: new Date(backup.stopped * 1000).toISOString() })
    await step(
      'restore the secrets',
      () => copySecrets(secrets, keys),
      (from) => from,
    )
    await step(
      'restore the files',
      () => restore(data, backup.label),
      () => 'from the repository',
    )
    postgres = await step(
      'play the log',
      () => recovered(data, into),
      () => `to ${report.target}`,
    )
    report.restoreSeconds = steps.slice(-2).reduce((sum, { seconds }) => sum + seconds, 0)
    const url = `postgres://${values.role}@localhost/${values.database}?host=${encodeURIComponent(into)}`
    report.bytes = await step(
      'look at the database',
      () => sizeOf(url),
      (bytes) => `${gb(bytes)} GB`,
    )
    report.secondsPerGb = Math.round((report.restoreSeconds / Number(gb(report.bytes))) * 10) / 10
    const env = { ...process.env, DATABASE_URL: url, KAIKA_DATA: keys }
    await step(
      'prove the books',
      () => program('bin/prove.ts', [], env),
      (line) => line.trim(),
    )
    await step(
      values['no-reveal'] ? 'open sealed fields' : 'open sealed fields, and reveal a card’s number',
      () => JSON.parse(program('bin/backup/openSealed.ts', values['no-reveal'] ? ['--no-reveal'] : [], env)) as Opened,
      tellOpened,
    )
    report.good = true
  } catch {
    // The step has its reason.
  } finally {
    if (postgres) await stopped(postgres)
    if (values.keep) console.log(`kept in ${into}`)
    else for (const folder of readdirSync(into)) rmSync(path.join(into, folder), { recursive: true })
  }
  tellReport(report)
  return report.good ? 0 : 1
}

type Backup = { label: string; stopped: number }

/** The newest that was finished before the moment. */
function newestBackup(at: string | undefined): Backup {
  const info = JSON.parse(backRest(['info', '--output=json'])) as {
    backup: { label: string; timestamp: { stop: number } }[]
  }[]
  const until = at === undefined ? Infinity : Date.parse(at) / 1000
  if (Number.isNaN(until)) throw new Error(`--at ${at} is no time: '2026-11-27 12:00:00+00'`)
  const found = (info[0]?.backup ?? []).filter(({ timestamp }) => timestamp.stop <= until).at(-1)
  if (!found) throw new Error(`the repository has no backup before ${at ?? 'now'}`)
  return { label: found.label, stopped: found.timestamp.stop }
}

const restore = (data: string, label: string): string =>
  backRest([
    ...(values.at === undefined ? [] : ['--type=time', `--target=${values.at}`, '--target-action=promote']),
    // The copy must never write into the repository of the real one.
    ...['--no-delta', '--archive-mode=off', `--set=${label}`, `--pg1-path=${data}`, 'restore'],
  ])

function backRest(words: readonly string[]): string {
  const command = ['pgbackrest', `--config=${values.config}`, `--stanza=${values.stanza}`, ...words]
  return execFileSync(command[0]!, command.slice(1), { ...unprivileged(), cwd: '/', encoding: 'utf8' })
}

/** From a copy under a passphrase (`bin/kaika backup-secrets`), or from one of the file itself. */
function copySecrets(from: string, keys: string): string {
  const to = path.join(keys, 'secrets.json')
  const isSealed = (JSON.parse(readFileSync(from, 'utf8')) as { kaika?: string }).kaika === 'secrets'
  if (isSealed) {
    const { DATABASE_URL: _, ...env } = process.env
    program('bin/operate/kaika.ts', ['restore-secrets', from], { ...env, KAIKA_DATA: keys })
  } else copyFileSync(from, to)
  const { uid, gid } = statSync(keys)
  chownSync(to, uid, gid)
  return isSealed ? 'from their own copy, under a passphrase' : 'from their own copy, **which is not encrypted**'
}

/** Starts the copy with settings of its own: it listens to nobody, and its roles need no password from this machine. */
async function recovered(data: string, into: string): Promise<ReturnType<typeof spawn>> {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: into,
    // The primary's number of connections would otherwise be the least that recovery accepts.
    hot_standby: 'off',
    max_connections: '20',
    shared_buffers: '512MB',
    max_wal_size: '8GB',
    autovacuum: 'off',
    log_error_verbosity: 'terse',
    timezone: 'UTC',
    hba_file: path.join(into, 'hba.conf'),
  }
  writeFileSync(path.join(into, 'hba.conf'), 'local all all trust\n')
  writeFileSync(
    path.join(into, 'postgresql.conf'),
    Object.entries(settings)
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(''),
  )
  const options = ['-D', data, '-c', `config_file=${into}/postgresql.conf`, '-c', `data_directory=${data}`]
  let said = ''
  const child = spawn(path.join(programs(data), 'postgres'), options, {
    ...unprivileged(),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, LC_MESSAGES: 'C', TZ: 'UTC' },
  })
  child.stderr!.on('data', (text) => (said = (said + String(text)).slice(-4000)))
  const end = Date.now() + RECOVERY_MS
  while (child.exitCode === null && Date.now() < end) {
    if (await answers(`postgres://postgres@localhost/postgres?host=${encodeURIComponent(into)}`)) return child
    await sleep(100)
  }
  child.kill('SIGQUIT')
  throw new Error(said.split('\n').findLast((line) => line.includes('FATAL')) ?? (said || 'it did not come up in time'))
}

/** Those of the version that made the files. */
function programs(data: string): string {
  if (values.programs !== undefined) return values.programs
  const version = execFileSync('cat', [path.join(data, 'PG_VERSION')], { encoding: 'utf8' }).trim()
  return `/usr/lib/postgresql/${version}/bin`
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    // It is there, and knows nobody of this name.
    return /^(28|3D)/.test(String((error as { code?: unknown }).code))
  } finally {
    await client.end().catch(() => {})
  }
}

async function sizeOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes')
    return Number(rows[0]!.bytes)
  } finally {
    await client.end()
  }
}
const gb = (bytes: number): string => (bytes / 1e9).toFixed(2)

/** Its output; fails with it. */
function program(file: string, words: readonly string[], env: NodeJS.ProcessEnv): string {
  const ran = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', path.join(ROOT, file), ...words], {
    encoding: 'utf8',
    env,
    maxBuffer: 100_000_000,
  })
  if (ran.status !== 0) throw new Error(`${ran.stdout}${ran.stderr}`.slice(0, 4000))
  return ran.stdout
}

const tellOpened = ({ holders, logins, revealed, notRevealed }: Opened): string =>
  `${holders} holders and ${logins} mobiles opened; ${revealed ? `the number of a card that ends in ${revealed} is the one in the directory` : notRevealed}`

async function stopped(postgres: ReturnType<typeof spawn>): Promise<void> {
  if (postgres.exitCode !== null) return
  const ended = new Promise((resolve) => postgres.once('exit', resolve))
  postgres.kill('SIGINT')
  await ended
}

function tellReport(report: DrillReport): void {
  const text = `# Restore drill of ${report.at}: ${report.good ? 'good' : 'FAILED'}

Backup ${report.backup || 'none'}, finished ${report.backupFinished || '–'}; restored to ${report.target}. ${gb(report.bytes)} GB in ${report.restoreSeconds.toFixed(1)} s: ${report.secondsPerGb} s per GB.

| step | seconds | |
|---|---|---|
${report.steps.map(({ what, seconds, found, failed }) => `| ${what} | ${seconds.toFixed(1)} | ${failed ? '**failed**: ' : ''}${found.replaceAll('\n', ' ')} |`).join('\n')}
`
  console.log(text)
  if (values.reports !== undefined) {
    mkdirSync(values.reports, { recursive: true })
    const file = path.join(values.reports, `drill-${report.at.replace(/\W/g, '').slice(0, 15)}`)
    writeFileSync(`${file}.md`, text)
    writeFileSync(`${file}.json`, `${JSON.stringify(report, null, 2)}\n`)
  }
  const stamp = process.env['KAIKA_BACKUP_STAMP']
  if (report.good && stamp) execFileSync(path.join(ROOT, 'deploy/backup/stamp'), [stamp, 'drill'])
}

if (values.secrets === undefined || values.into === undefined) {
  console.error(USAGE)
  process.exitCode = 2
} else process.exitCode = await drill(path.resolve(values.secrets), path.resolve(values.into))
