/** Processes that ask as the network does. They stay from one run to the next, so that no run is slow because its caller's code is cold. */
import { fork, type ChildProcess } from 'node:child_process'
import type { Load, Loaded } from '../processes/load.ts'
import { messageFrom } from './children.ts'

/** What a run does not say itself. */
export type Task = Pick<Load, 'cards' | 'count' | 'seconds'> & Partial<Load>
type Target = Pick<Load, 'port' | 'secret' | 'merchants'>

export class Callers {
  readonly #idle: ChildProcess[] = []
  readonly #all: ChildProcess[] = []
  readonly #target: Target

  constructor(target: Target) {
    this.#target = target
  }

  /** `name` begins the network's names of the run's requests. */
  async load(name: string, task: Task): Promise<Loaded> {
    const child = this.#idle.pop() ?? this.#start()
    const run = `${name}${Date.now().toString(36)}`
    child.send({ ...this.#target, connections: 32, depth: 8, run, ...task } satisfies Load)
    const loaded = await messageFrom<Loaded>(child)
    this.#idle.push(child)
    return loaded
  }

  stop(): void {
    for (const child of this.#all) child.kill()
  }

  #start(): ChildProcess {
    const program = new URL('../processes/load.ts', import.meta.url)
    const child = fork(program, { execArgv: [...process.execArgv, '--expose-gc'], serialization: 'advanced' })
    this.#all.push(child)
    return child
  }
}
