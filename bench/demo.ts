/** `npm start` under measurement: start, readiness and stop, on its own ports and in its own folder. */
import { spawn } from 'node:child_process'
import { cp, symlink } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '#bin/postgres/postgres.ts'

export type Demo = {
  readonly url: string
  readonly networkPort: number
  /** Its data folder, and the process that has started all others. */
  readonly data: string
  readonly pid: number
  readonly readyMs: number
  /** The output so far. */
  said(): string
  /** Stops it and returns how many ms that took. */
  stop(): Promise<number>
}

const here = path.resolve(import.meta.dirname, '..')
/** Folders that a checkout does not contain, or that are linked. */
const LEFT = new Set(['node_modules', '.git', 'dist', '.kaika', 'test-results'])

/** Copies this checkout, as it is after install, into a folder of its own, so that builds in the original do not interfere. */
export async function freshCopy(folder: string): Promise<string> {
  const root = path.join(folder, 'kaika')
  await cp(here, root, { recursive: true, filter: (file) => !LEFT.has(path.relative(here, file)) })
  await symlink(path.join(here, 'node_modules'), path.join(root, 'node_modules'))
  return root
}

const PATIENCE_MS = 600_000

export async function startDemo({
  root,
  data,
  env = {},
}: {
  root: string
  data: string
  env?: NodeJS.ProcessEnv
}): Promise<Demo> {
  const [port, networkPort] = [await freePort(), await freePort()]
  const settings = {
    PORT: String(port),
    NETWORK_PORT: String(networkPort),
    SIMULATORS_PORT: String(await freePort()),
    KAIKA_DATA: data,
    KAIKA_CAPTCHA: 'off',
    ...env,
  }
  const { DATABASE_URL: _, ...around } = process.env
  const started = performance.now()
  const npm = spawn('npm', ['start'], { cwd: root, env: { ...around, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const ended = new Promise<void>((resolve) => npm.once('close', () => resolve()))
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [npm.stdout, npm.stderr])
      stream.on('data', (text) => {
        said += String(text)
        if (said.includes('Kaika is ready')) resolve()
      })
    void ended.then(() => reject(new Error(`npm start ended before it was ready:\n${said}`)))
  })
  const stop = async (): Promise<number> => {
    const told = performance.now()
    npm.kill('SIGTERM')
    await ended
    return performance.now() - told
  }
  // When terminated, also stop what was started.
  const leave = (): void => void stop().then(() => process.exit(1))
  process.once('SIGTERM', leave).once('SIGINT', leave)
  void ended.then(() => process.off('SIGTERM', leave).off('SIGINT', leave))
  const patience = setTimeout(() => void stop(), PATIENCE_MS)
  await ready.finally(() => clearTimeout(patience))
  const url = `http://127.0.0.1:${port}`
  return { ...{ url, networkPort, data, pid: npm.pid! }, readyMs: performance.now() - started, said: () => said, stop }
}
