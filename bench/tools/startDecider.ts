/** The server that decides authorizations, and the network that asks it, each in a process of its own. */
import { fork, type ChildProcess } from 'node:child_process'
import { MALLOC, NODE_OPTIONS } from '#bin/supervise.ts'
import type { Load, Loaded } from '../load.ts'
import { cpuMs, takenByHost } from './cpuMs.ts'

/** `us`: processor time per answer of the server, of each PostgreSQL and of the caller. */
export type Run = Loaded & { us: number[]; takenPercent: number }
type Task = Pick<Load, 'cards' | 'count' | 'seconds'> & Partial<Load>
export type Decider = {
  run(name: string, task: Task): Promise<Run>
  /** The server ends by itself. */
  leave(): void
  kill(): void
}

/** `postgres`: the processes of the database. */
export async function startDecider(
  { url, secret, merchants }: { url: string; secret: string; merchants: Load['merchants'] },
  postgres: readonly number[],
): Promise<Decider> {
  const children: ChildProcess[] = []
  const server = fork(new URL('../decider.ts', import.meta.url), [JSON.stringify({ url, secret })], {
    execArgv: [
      ...process.execArgv,
      ...NODE_OPTIONS,
      ...(process.env['BENCH_PROF'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['BENCH_PROF']}`] : []),
    ],
    env: { ...MALLOC, ...process.env },
  })
  children.push(server)
  const port = await messageFrom<number>(server)
  return {
    async run(name, task) {
      const child = fork(new URL('../load.ts', import.meta.url))
      children.push(child)
      child.send({
        port,
        secret,
        merchants,
        connections: 32,
        depth: 8,
        run: `${name}${Date.now().toString(36)}`,
        ...task,
      } satisfies Load)
      const spent = (): number[] => [server.pid!, ...postgres].map(cpuMs)
      const before = spent()
      const taken = takenByHost()
      const loaded = await messageFrom<Loaded>(child)
      const ms = [...spent().map((after, i) => after - before[i]!), loaded.cpuMs]
      const us = ms.map((ms) => Math.round((ms * 1000) / loaded.answered))
      const takenPercent = taken()
      child.disconnect()
      return { ...loaded, us, takenPercent }
    },
    leave: () => server.disconnect(),
    kill() {
      for (const child of children) child.kill()
    },
  }
}

/** Rejects if the child dies before its first message, instead of waiting forever. */
const messageFrom = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T))
    child.once('exit', (code) => reject(new Error(`a process of the benchmark ended with ${code}`)))
  })
