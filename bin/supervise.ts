/** Keeps processes alive: a process that exits is restarted, after a pause that grows while it keeps failing. */
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type Running = {
  /** Settles when it has exited, with the reason. */
  ended: Promise<string>
  stop(): Promise<void>
  /** Immediately; anything in memory is lost. */
  kill(): void
}
export type Kept = Pick<Running, 'stop' | 'kill'>

/** After a stop request, work in progress has this long to finish. */
const DRAIN_MS = 15_000
const LONGEST_PAUSE_MS = 10_000
/** After this uptime, a crash counts as the first. */
const STEADY_MS = 30_000

/**
 * Keeps garbage collection pauses short: with the default semi-space (32 MB) Node pauses 20 ms for young objects, and no card is decided in that time; with 8
 * MB it is 4 ms, with a third less memory. Also exposes the collector, so that memory can be released after the start.
 *
 * New objects stay in the young generation: after a busy minute V8 would allocate objects from formerly long-lived sites directly in the old one, and
 * everything they reference is promoted with them (docs/decisions/0042-keep-per-query-objects-short-lived.md).
 */
export const NODE_OPTIONS = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--no-allocation-site-pretenuring',
  '--no-parallel-scavenge',
  '--expose-gc',
]

/** Few heaps, and free memory returned to the system promptly: 15 MB less, both idle and during an export. */
export const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }

const LOAD_FIRST = path.join(import.meta.dirname, 'start/loadFirst.ts')

/** Starts it, which may fail, and from then on restarts it whenever it exits. */
export async function keep(name: string, start: () => Promise<Running>, say: (line: string) => void): Promise<Kept> {
  let running: Running | undefined = await start()
  const leave = new AbortController()

  const watch = async (): Promise<void> => {
    for (let pauseMs = 200; !leave.signal.aborted;) {
      const since = Date.now()
      const how = running ? await running.ended : 'did not start'
      running = undefined
      if (leave.signal.aborted) return
      pauseMs = Date.now() - since > STEADY_MS ? 200 : Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      say(`${name} ${how}: starting it again in ${pauseMs / 1000} s`)
      await sleep(pauseMs, undefined, { signal: leave.signal }).catch(() => {})
      if (leave.signal.aborted) return
      running = await start().catch((error: Error) => void say(`${name}: ${error.message}`))
    }
  }
  const watching = watch()

  return {
    async stop() {
      leave.abort()
      await running?.stop()
      await watching
      await running?.stop() // it was being started at that moment
    },
    kill: () => running?.kill(),
  }
}

/** Starts one of our programs as a child: it reports `{ ready: true }` when ready, and exits when our end of the channel closes. */
export const startChild = (
  name: string,
  script: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): Promise<Running> => running(name, spawnChild([script, ...args], env))

/** A program that loads its modules, and begins with the settings. */
export type Loading = {
  /** Settles when it has its modules, or has ended. */
  done: Promise<void>
  begin(env: NodeJS.ProcessEnv): Promise<Running>
}

/** Lets a program load its modules while what it works with is not there yet (bin/start/loadFirst.ts). It exits when our end of the channel closes. */
export function loadChild(name: string, script: string, args: readonly string[] = []): Loading {
  const child = spawnChild(['--import', LOAD_FIRST, script, ...args], { KAIKA_DATABASE_OWNER_URL: undefined })
  child.on('error', () => {}) // running() tells it
  const done = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve())
    child.on('message', (message) => (message as { loaded?: true }).loaded && resolve())
  })
  return {
    done,
    begin(env) {
      const ready = running(name, child)
      child.send({ begin: env }, () => {}) // one that has ended is told by its end
      return ready
    },
  }
}

const spawnChild = (args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [...NODE_OPTIONS, ...args], {
    env: { ...MALLOC, ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true, // Ctrl-C in the terminal reaches only this process, which stops the children in order
  })

/** Settles when the child is ready. */
async function running(name: string, child: ChildProcess): Promise<Running> {
  const ended = new Promise<string>((resolve) => {
    const tell = (code: number | null, signal: NodeJS.Signals | null): void =>
      resolve(signal ? `was ended by ${signal}` : `ended with code ${code}`)
    if (child.exitCode !== null || child.signalCode !== null) return tell(child.exitCode, child.signalCode)
    child.once('exit', tell)
    child.once('error', (error) => resolve(`could not be started (${error.message})`))
  })
  const ready = new Promise<'ready'>((resolve) =>
    child.on('message', (message) => (message as { ready?: true }).ready && resolve('ready')),
  )
  const first = await Promise.race([ready, ended])
  if (first !== 'ready') throw new Error(`${name} ${first} before it was ready`)
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    const patience = setTimeout(() => child.kill('SIGKILL'), DRAIN_MS)
    await ended
    clearTimeout(patience)
  }
  return { ended, stop, kill: () => child.kill('SIGKILL') }
}
