import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres, type PostgresOptions } from './postgres.ts'
import { copyCluster } from './testCluster.ts'

export type Temporary = {
  readonly url: string
  readonly pid: number
  /** To the server and all that it has started: a fault of which it takes no notice. */
  signal(sent: NodeJS.Signals): void
  stop(): Promise<void>
}

/** Several run on one machine, with little in each. */
const SIDE_BY_SIDE = 'shared_buffers=256MB'

/** A PostgreSQL that lives exactly as long as this process, however it ends. Not durable unless asked for, hence fast. */
export async function temporaryPostgres(
  options: Pick<PostgresOptions, 'durable' | 'programs' | 'settings' | 'password' | 'passwordFile'> = {},
): Promise<Temporary> {
  const folder = await mkdtemp(path.join(options.durable ? tmpdir() : await inMemory(), 'kaika-postgres-'))
  await chmod(folder, 0o711) // programs before PostgreSQL 16 enter their folder by path
  const dir = path.join(folder, 'postgres')
  const start = async () => {
    if (!options.programs) await copyCluster(dir)
    return startPostgres({ dir, durable: false, ...options, settings: [SIDE_BY_SIDE, ...(options.settings ?? [])] })
  }
  const { url, pid, unref } = await start().catch(async (error: unknown) => {
    await rm(folder, { recursive: true })
    throw error
  })
  // A shell waits at the end of a pipe, which the kernel closes when this process is gone, and then cleans up.
  const clearAway = `read -r gone; kill -INT ${pid}; while kill -0 ${pid}; do sleep 0.05; done; rm -rf '${folder}'`
  const janitor = spawn('sh', ['-c', clearAway], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  unref()
  janitor.unref()
  ;(janitor.stdin as unknown as { unref(): void }).unref()
  const stop = async (): Promise<void> => {
    janitor.ref()
    janitor.stdin.end()
    if (janitor.exitCode === null) await once(janitor, 'exit')
  }
  return { url, pid, signal: (sent) => signalAll(pid, sent), stop }
}

function signalAll(pid: number, sent: NodeJS.Signals): void {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
  for (const one of [pid, ...children.map(Number)]) {
    try {
      process.kill(one, sent)
    } catch {} // it has just ended
  }
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 8 * 1024 ** 3

/** Hundreds of databases are created and dropped, about a thousand files each: kept in memory where possible, without disk access. */
async function inMemory(): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return room >= ENOUGH_BYTES && !process.env.TMPDIR ? MEMORY : tmpdir()
}
