/** The embedded PostgreSQL: one data folder, started, stopped, and recovered after any kind of crash. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { memorySettings } from './memorySettings.ts'
import { findPrograms, type Programs, type RunAs } from './postgresPrograms.ts'

export type Postgres = {
  /** Connects as the superuser to the database `postgres`. */
  url: string
  port: number
  pid: number
  /** Settles when the server has exited, for whatever reason. */
  ended: Promise<void>
  /** Lets this process exit without waiting for the server. */
  unref(): void
  /** A fast shutdown: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>
}

/** `durable: false` is for tests, which can afford to lose data in a power cut. */
export type PostgresOptions = {
  dir: string
  port?: number
  durable?: boolean
  /** Programs other than those from npm. */
  programs?: Programs
  /** Beside those of {@link SETTINGS}, and instead of them: `max_connections=400`. */
  settings?: readonly string[]
  /** Of the superuser, when the cluster is made; random otherwise. */
  password?: string
  /** Where this server finds the passwords of others (`PGPASSFILE`). */
  passwordFile?: string
}

const CARELESS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_checkpoints=off',
  // Omits the DETAIL line, which quotes the values of a row (mobile numbers, names).
  'log_error_verbosity=terse',
]

export async function startPostgres({
  dir,
  port,
  durable = true,
  programs = findPrograms(),
  settings = [],
  password,
  passwordFile,
}: PostgresOptions): Promise<Postgres> {
  await stopLeftBehind(dir)
  if (!existsSync(path.join(dir, 'PG_VERSION'))) createCluster(programs, dir, durable, password)
  for (let tries = 1; ; tries++) {
    const chosen = port ?? (await freePort())
    const failed = await launch(
      programs,
      dir,
      chosen,
      [...memorySettings(), ...(durable ? [] : CARELESS), ...settings],
      passwordFile,
    )
    if (typeof failed !== 'string') return failed
    const taken = /Address already in use/.test(failed)
    if (taken && port) throw new Error(`port ${port} is taken: choose another for PostgreSQL`)
    // The children of a killed server outlive it briefly and keep its memory.
    const dying = /shared memory block .* still in use/.test(failed)
    if (tries >= 40 || !(taken || dying)) throw new Error(`PostgreSQL did not start:\n${failed}`)
    await sleep(250)
  }
}

/** Runs initdb in a separate folder that is renamed when complete, so that an interrupted start leaves nothing that looks like a database. */
function createCluster(
  { initdb, runAs }: Programs,
  dir: string,
  durable: boolean,
  secret = randomBytes(18).toString('base64url'),
): void {
  const half = `${dir}.new`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { recursive: true, mode: 0o700 })
  const errand = mkdtempSync(path.join(tmpdir(), 'kaika-initdb-'))
  const password = path.join(errand, 'password')
  writeFileSync(password, secret, { mode: 0o600 })
  for (const owned of [half, errand, password]) own(owned, runAs)
  const options = [
    '-U',
    'kaika',
    `--pwfile=${password}`,
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
    ...LOCALE,
    ...(durable ? [] : ['--no-sync']),
  ]
  const made = spawnSync(initdb, ['-D', here(half, runAs), ...options], {
    ...runAs,
    cwd: half,
    env: ENV,
    encoding: 'utf8',
  })
  rmSync(errand, { recursive: true })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? ''}\n${made.stdout}${made.stderr}`)
  writeFileSync(path.join(half, 'kaika.password'), secret, { mode: 0o600 })
  renameSync(half, dir)
}

/** Starts the server and waits until it accepts connections; returns its log as a string if it does not start. */
async function launch(
  { postgres }: Programs,
  dir: string,
  port: number,
  others: readonly string[],
  passwordFile: string | undefined,
): Promise<Postgres | string> {
  const { uid, gid } = statSync(dir)
  const runAs = process.getuid?.() === 0 ? { uid, gid } : {}
  // Logs to a file and runs in its own session: neither the end of its supervisor nor Ctrl-C may stop it out of order.
  const logFile = `${dir}.log`
  const logged = existsSync(logFile) ? statSync(logFile).size : 0
  const log = openSync(logFile, logged > 10_000_000 ? 'w' : 'a', 0o600)
  const settings = [...SETTINGS, `port=${port}`, ...others].flatMap((setting) => ['-c', setting])
  const child = spawn(postgres, ['-D', here(dir, runAs), ...settings], {
    ...runAs,
    cwd: dir,
    stdio: ['ignore', log, log],
    env: passwordFile === undefined ? ENV : { ...ENV, PGPASSFILE: passwordFile },
    detached: true,
  })
  closeSync(log)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  let alive = true
  void ended.then(() => (alive = false))
  while (alive && !readPidFile(dir)?.ready(child.pid)) await sleep(10)
  if (!alive) return readFileSync(logFile, 'utf8').slice(logged).slice(-2000)
  writeFileSync(path.join(dir, 'kaika.supervisor'), String(process.pid))
  return {
    url: address(dir, port),
    port,
    pid: child.pid!,
    ended,
    unref: () => child.unref(),
    stop: () => stop(child, ended),
  }
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGINT')
  const hurry = setTimeout(() => child.kill('SIGQUIT'), 15_000)
  await ended
  clearTimeout(hurry)
}

/** A server whose supervisor was killed keeps running and locks the folder, so it is stopped cleanly first. */
async function stopLeftBehind(dir: string): Promise<void> {
  const left = readPidFile(dir)
  if (!left) return
  if (!serves(left.pid, dir)) {
    // The server is dead; if its process id is now in use by another process, PostgreSQL would refuse the folder.
    rmSync(path.join(dir, 'postmaster.pid'))
    return
  }
  const supervisor = path.join(dir, 'kaika.supervisor')
  const parent = lookUp(left.pid).parent
  // Orphans are re-parented, so this identifies a living supervisor even if process ids were reused.
  if (existsSync(supervisor) && parent === Number(readFileSync(supervisor, 'utf8')))
    throw new Error(`${dir} is in use by process ${parent}: is Kaika running already?`)
  process.kill(left.pid, 'SIGINT')
  for (let waited = 0; serves(left.pid, dir); waited += 50) {
    if (waited === 15_000) process.kill(left.pid, 'SIGQUIT')
    await sleep(50)
  }
}

/** Returns the address of the server that runs on this folder, if there is one. */
export function runningPostgres(dir: string): string | undefined {
  const found = readPidFile(dir)
  return found?.ready(found.pid) && serves(found.pid, dir) ? address(dir, found.port) : undefined
}

function address(dir: string, port: number): string {
  return `postgres://kaika:${readFileSync(path.join(dir, 'kaika.password'), 'utf8')}@127.0.0.1:${port}/postgres`
}

type PidFile = { pid: number; port: number; ready: (pid: number | undefined) => boolean }
function readPidFile(dir: string): PidFile | undefined {
  try {
    const lines = readFileSync(path.join(dir, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return { pid, port: Number(lines[3]), ready: (wanted) => pid === wanted && lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** Whether this process is a PostgreSQL running on this folder, and not another process with a reused id. */
function serves(pid: number, dir: string): boolean {
  const { program, workingIn } = lookUp(pid)
  return program === 'postgres' && (workingIn === undefined || workingIn === realpathSync(dir))
}

/** Slim machines lack `ps`, and a Mac lacks /proc. Dead and zombie processes have no program. */
function lookUp(pid: number): { parent?: number; program?: string; workingIn?: string } {
  try {
    if (process.platform === 'linux') {
      const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
      const program = path.basename(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]!)
      return { parent, program, workingIn: readlinkSync(`/proc/${pid}/cwd`) }
    }
    const line = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
    return { parent: Number.parseInt(line), program: path.basename(line) }
  } catch {
    return {}
  }
}

/**
 * The data folder as passed to the server. PostgreSQL's account cannot enter root's folders by path, but it can keep a working directory: root changes into it
 * before dropping its rights.
 */
const here = (dir: string, runAs: RunAs): string => (runAs.uid === undefined ? dir : '/proc/self/cwd')

function own(dir: string, { uid, gid }: RunAs): void {
  if (uid !== undefined && gid !== undefined) chownSync(dir, uid, gid)
}

// Character classes follow UTF-8, because the trigram index would otherwise ignore Chinese; the sort order is by code point.
const LOCALE = ['--lc-collate=C', `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`]
const ENV = { PATH: process.env.PATH, LC_MESSAGES: 'C', TZ: 'UTC' }

/** Returns a port outside the ephemeral range, because a free ephemeral port may be given to any other process a moment later. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const server = net.createServer()
    const free = await new Promise<boolean>((resolve) => {
      server.once('listening', () => resolve(true)).once('error', () => resolve(false))
      server.listen(port, '127.0.0.1')
    })
    if (!free) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}
