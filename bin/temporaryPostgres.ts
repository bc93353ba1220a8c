import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from './postgres.ts'
import type { Programs } from './postgresPrograms.ts'
import { copyCluster } from './testCluster.ts'

/** A PostgreSQL for as long as this process lives, and not a moment longer, however it ends. Careless, hence fast. */
export async function temporaryPostgres(programs?: Programs): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(await inMemory(), 'kaika-postgres-'))
  await chmod(folder, 0o711) // programs before PostgreSQL 16 enter their folder by its name
  const dir = path.join(folder, 'postgres')
  const start = async () => {
    if (!programs) await copyCluster(dir)
    return startPostgres({ dir, durable: false, programs })
  }
  const { url, pid, unref } = await start().catch(async (error: unknown) => {
    await rm(folder, { recursive: true })
    throw error
  })
  // A shell waits at the end of a pipe that the kernel closes when we are gone, and clears away after us.
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
  return { url, stop }
}

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 8 * 1024 ** 3

/** Hundreds of databases are made and dropped, some thousand files each: where memory can hold them, no disk is asked. */
async function inMemory(): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return room >= ENOUGH_BYTES && !process.env.TMPDIR ? MEMORY : tmpdir()
}
