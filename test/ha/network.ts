/**
 * Machines of a rehearsal: network namespaces around one switch. Nothing is attached to the machine's own network, so no packet leaves them. Traffic of one
 * machine can be dropped, silently, in either direction.
 */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Before the process id of the program that made them. */
const PREFIX = 'kaika-ha-'

/** By the names and addresses of `deploy/ha/values.example`, which are reserved for documentation. */
const machines = {
  db1: '192.0.2.11',
  db2: '192.0.2.12',
  db3: '192.0.2.13',
  app1: '192.0.2.21',
  app2: '192.0.2.22',
  edge1: '192.0.2.31',
  world: '192.0.2.99',
} as const
export type MachineName = keyof typeof machines

export class Machine {
  readonly name: MachineName
  readonly address: string
  readonly #namespace: string

  /** `maker`: the process id of the program that made the namespaces. */
  constructor(name: MachineName, maker: number) {
    this.name = name
    this.address = machines[name]
    this.#namespace = `${PREFIX}${maker}-${name}`
  }

  /** `ip netns exec` becomes the program itself, so the process id is the program's. */
  #prefix(user: string | undefined): string[] {
    const as = user === undefined ? [] : ['setpriv', '--reuid', user, '--regid', user, '--init-groups', '--']
    return ['netns', 'exec', this.#namespace, ...as]
  }

  start(
    command: readonly string[],
    { log, user, env }: { log: string; user?: string; env: NodeJS.ProcessEnv },
  ): ChildProcess {
    const out = openSync(log, 'a')
    const child = spawn('ip', [...this.#prefix(user), ...command], { stdio: ['ignore', out, out], env, detached: true })
    closeSync(out)
    child.on('error', () => {})
    return child
  }

  async run(command: readonly string[], user?: string): Promise<string> {
    return (await run('ip', [...this.#prefix(user), ...command])).stdout
  }

  /** The processes on this machine whose command line begins with, or contains, the given word; all without one. */
  async pids(word = ''): Promise<number[]> {
    const { stdout } = await run('ip', ['netns', 'pids', this.#namespace])
    return stdout
      .split('\n')
      .filter((line) => line !== '' && commandLine(line).includes(word))
      .map(Number)
  }

  async signal(signal: NodeJS.Signals, word = ''): Promise<number> {
    const pids = await this.pids(word)
    for (const pid of pids) killIfThere(pid, signal)
    return pids.length
  }

  /** Drops what arrives, what leaves, or both. Programs of one machine still hear each other. */
  cut(...directions: readonly ('input' | 'output')[]): Promise<unknown> {
    const rules = directions.map((way) => chain(way, 'drop', `${way === 'input' ? 'iif' : 'oif'} lo accept;`))
    return this.#filter(rules)
  }

  /** Drops what a port of this machine sends to others. */
  silence(port: number, to: readonly Machine[]): Promise<unknown> {
    const addresses = to.map(({ address }) => address).join(', ')
    return this.#filter([chain('output', 'accept', `tcp sport ${port} ip daddr { ${addresses} } drop;`)])
  }

  #filter = (chains: readonly string[]): Promise<unknown> =>
    this.run(['nft', `table ip kaika_ha { ${chains.join(' ')} };`])

  async heal(): Promise<void> {
    await this.run(['nft', 'delete', 'table', 'ip', 'kaika_ha'])
  }
}

const chain = (hook: string, otherwise: string, rule: string): string =>
  `chain ${hook} { type filter hook ${hook} priority 0; policy ${otherwise}; ${rule} };`

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return '' // it has just ended
  }
}

function killIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const ip = (...words: string[]): string =>
  execFileSync('ip', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** Makes all machines for this process. */
export function makeNetwork(maker: number): void {
  removeAbandoned()
  const named = (name: string): string => `${PREFIX}${maker}-${name}`
  const wire = named('switch')
  ip('netns', 'add', wire)
  ip('-n', wire, 'link', 'add', 'switch', 'type', 'bridge')
  ip('-n', wire, 'link', 'set', 'switch', 'up')
  for (const [name, address] of Object.entries(machines)) {
    const space = named(name)
    ip('netns', 'add', space)
    ip('-n', wire, 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
    ip('-n', wire, 'link', 'set', name, 'master', 'switch', 'up')
    ip('-n', space, 'address', 'add', `${address}/24`, 'dev', 'eth0')
    ip('-n', space, 'link', 'set', 'lo', 'up')
    ip('-n', space, 'link', 'set', 'eth0', 'up')
  }
}

const spaces = (maker: string): string[] =>
  ip('netns', 'list')
    .split('\n')
    .map((line) => line.split(' ')[0]!)
    .filter((name) => name.startsWith(`${PREFIX}${maker}`))

/** Ends every process on these machines, and removes them. */
export function removeNetwork(maker: number | string): void {
  for (const space of spaces(`${maker}-`)) {
    // A process may make another one until it is gone.
    for (let left = pidsIn(space), tries = 0; left.length && tries < 50; left = pidsIn(space), tries++) {
      for (const pid of left) killIfThere(pid, 'SIGKILL')
      execFileSync('sleep', ['0.05'])
    }
    ip('netns', 'del', space)
  }
}
const pidsIn = (space: string): number[] => ip('netns', 'pids', space).split('\n').filter(Boolean).map(Number)

/** Those of a program that was killed before it could remove them. */
function removeAbandoned(): void {
  const makers = new Set(spaces('').map((name) => name.slice(PREFIX.length).split('-')[0]!))
  for (const maker of makers) {
    try {
      process.kill(Number(maker), 0)
    } catch {
      removeNetwork(maker)
    }
  }
}
