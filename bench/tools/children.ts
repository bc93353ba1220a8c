/** Processes of a benchmark: a console, a worker, and what they say first. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { MALLOC, NODE_OPTIONS } from '#bin/supervise.ts'

/** Rejects if the child dies before its next message, instead of waiting forever. */
export function messageFrom<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const tells = (message: unknown): void => {
      child.off('exit', dies)
      resolve(message as T)
    }
    const dies = (code: number | null): void => {
      child.off('message', tells)
      reject(new Error(`a process of the benchmark ended with ${code}`))
    }
    child.once('message', tells).once('exit', dies)
  })
}

export type Served = { readonly port: number; readonly pid: number; stop(): Promise<void> }
export type Place = { readonly url: string; readonly secret: string }

/** With the options of Node and of its memory that the product has. */
const asProduct = {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'] as ['ignore', 'inherit', 'inherit', 'ipc'],
  execArgv: [...process.execArgv, ...NODE_OPTIONS],
  env: { ...MALLOC, ...process.env },
}

/** A program of `processes/` that tells its port. */
export async function serves(
  program: 'api' | 'bareFastify',
  place: Place & { readonly routes?: readonly object[] },
): Promise<Served> {
  const child = fork(new URL(`../processes/${program}.ts`, import.meta.url), [JSON.stringify(place)], asProduct)
  const port = await messageFrom<number>(child)
  return { port, pid: child.pid!, stop: () => leave(child) }
}

/** `simulatorsUrl`: who answers what it asks outside; without it nobody. */
type Work = Place & { readonly atOnce?: number; readonly sweeps?: true; readonly simulatorsUrl?: string }

/** The worker; with `sweeps` also what it does every minute, hour and day. */
export async function works(work: Work): Promise<Omit<Served, 'port'>> {
  const child = fork(new URL('../processes/worker.ts', import.meta.url), [JSON.stringify(work)], asProduct)
  await messageFrom(child)
  return { pid: child.pid!, stop: () => leave(child) }
}

async function leave(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}
