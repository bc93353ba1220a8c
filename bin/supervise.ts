/** Keeping things alive: what dies is started again, after a pause that grows while it keeps dying. */
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

export type Running = {
  /** Settles when it has ended, with how. */
  ended: Promise<string>
  stop(): Promise<void>
  /** At once, whatever is lost in memory. */
  kill(): void
}
export type Kept = Pick<Running, 'stop' | 'kill'>

/** What is at work when we are told to stop has this long to finish. */
const DRAIN_MS = 15_000
const LONGEST_PAUSE_MS = 10_000
/** After living this long a death counts as the first. */
const STEADY_MS = 30_000

/**
 * Short breaths: with its own choice (32 MB) Node collects what is young in pauses of 20 ms, in which no card is decided;
 * with 8 MB they take 4. It also needs a third less memory. And whoever has started may clear up after it.
 *
 * What is made is young: after a busy minute V8 makes at once old what used to live long, and everything that it points at grows
 * old with it (docs/decisions/0042-keep-per-query-objects-short-lived.md).
 */
export const NODE_OPTIONS = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--no-allocation-site-pretenuring',
  '--no-parallel-scavenge',
  '--expose-gc',
]

/** Few heaps, and what is free goes back to the machine at once: fifteen megabytes less, at rest and in an export. */
export const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }

/** Starts it, which may fail, and from then on starts it again whenever it dies. */
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
      await running?.stop() // it was being started just then
    },
    kill: () => running?.kill(),
  }
}

/** A program of ours as a child: it says `{ ready: true }` when it is, and leaves by itself when our end of the channel goes. */
export async function startChild(
  name: string,
  script: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): Promise<Running> {
  const child = spawn(process.execPath, [...NODE_OPTIONS, script, ...args], {
    env: { ...MALLOC, ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true, // Ctrl-C in the terminal reaches us alone, and we stop them in order
  })
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? `was ended by ${signal}` : `ended with code ${code}`))
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
