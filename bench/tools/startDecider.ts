/** The server that decides authorizations, and the network that asks it, each in a process of its own. */
import { fork } from 'node:child_process'
import { MALLOC, NODE_OPTIONS } from '#bin/supervise.ts'
import type { Load, Loaded } from '../processes/load.ts'
import { Callers, type Task } from './callers.ts'
import { messageFrom } from './children.ts'
import { cpuMs, takenByHost } from './cpuMs.ts'

/** `us`: processor time per answer of the server, of each PostgreSQL and of the caller. */
export type Run = Loaded & { us: number[]; takenPercent: number }
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
  const server = fork(new URL('../processes/decider.ts', import.meta.url), [JSON.stringify({ url, secret })], {
    execArgv: [
      ...process.execArgv,
      ...NODE_OPTIONS,
      ...(process.env['BENCH_PROF'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['BENCH_PROF']}`] : []),
    ],
    env: { ...MALLOC, ...process.env },
  })
  const callers = new Callers({ port: await messageFrom<number>(server), secret, merchants })
  return {
    async run(name, task) {
      const spent = (): number[] => [server.pid!, ...postgres].map(cpuMs)
      const before = spent()
      const taken = takenByHost()
      const loaded = await callers.load(name, task)
      const ms = [...spent().map((after, i) => after - before[i]!), loaded.cpuMs]
      const us = ms.map((ms) => Math.round((ms * 1000) / loaded.answered))
      return { ...loaded, us, takenPercent: taken() }
    },
    leave: () => server.disconnect(),
    kill() {
      callers.stop()
      server.kill()
    },
  }
}
