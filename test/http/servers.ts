/** Servers as an operator runs them: processes of their own, on one database, with one set of simulators. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { signingKey } from '#server/outside/outside.ts'
import { freePort } from '#bin/postgres/postgres.ts'
import { MALLOC, NODE_OPTIONS } from '#bin/supervise.ts'
import { FIELD_KEY, LOOKUP_KEY } from '../world.ts'

export type Servers = {
  /** One per server. */
  urls: string[]
  /** The network's endpoint: a process of its own, or the first server. */
  networkUrl: string
  /** Where jobs run: a process of its own, or the first server. */
  workerUrl: string
  /** The servers in order, then the network's process and the worker. */
  processes: ChildProcess[]
  simulatorsUrl: string
  /** Ends a server as an operator does, starts it again on its port, and returns when it is ready. `code`: another checkout that it is started from. */
  restart(nth: number, code?: string): Promise<void>
  /** Of all of them; the secrets are in it. */
  dataDir: string
  /** The network's signing key. */
  key: ReturnType<typeof signingKey>
  /** The output of all processes. */
  said(): string
  stop(): Promise<void>
}

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Starts `count` servers and the simulators; `apart`: one process for each role; `code`: the checkout of the servers. They share the secrets of this process, so that it can read their
 * database.
 */
export async function startServers(
  databaseUrl: string,
  {
    count = 2,
    logs = false,
    apart = false,
    drainMs = 0,
    env: more = {} as Record<string, string>,
    code: first = root,
  } = {},
): Promise<Servers> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kaika-servers-'))
  const issuerSecret = Buffer.alloc(32, 3).toString('base64')
  const secrets = {
    fieldKey: FIELD_KEY,
    lookupKey: LOOKUP_KEY,
    issuerSecret,
    chainSeed: Buffer.alloc(32, 4).toString('base64'),
  }
  await writeFile(path.join(folder, 'secrets.json'), JSON.stringify(secrets), { mode: 0o600 })
  const simulatorsPort = await freePort()
  const ports: number[] = []
  for (let i = 0; i < count; i++) ports.push(await freePort())
  const [networkPort, workerPort] = apart ? [await freePort(), await freePort()] : [ports[0]!, ports[0]!]

  let text = ''
  const children: ChildProcess[] = []
  const start = async (script: string, env: Record<string, string>, ...args: string[]): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [...NODE_OPTIONS, path.resolve(root, script), ...args], {
      env: {
        ...MALLOC,
        ...process.env,
        KAIKA_DATA: folder,
        SIMULATORS_PORT: String(simulatorsPort),
        DATABASE_URL: databaseUrl,
        KAIKA_CAPTCHA: 'off',
        KAIKA_SHOPPERS: 'off',
        KAIKA_LOGS: logs ? 'on' : 'off',
        KAIKA_DRAIN_MS: String(drainMs),
        ...more,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    children.push(child)
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (more) => (text += String(more)))
    const ended = once(child, 'exit').then(() => 'ended')
    if ((await Promise.race([once(child, 'message'), ended])) === 'ended') throw new Error(`${script} ended:\n${text}`)
    return child
  }
  const end = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const stop = async (): Promise<void> => {
    for (const child of children.reverse()) await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  const processes: ChildProcess[] = []
  const role = apart ? ['--role=console'] : []
  try {
    await start('simulators/main.ts', { PORT: String(ports[0]), NETWORK_PORT: String(networkPort) })
    const main = path.join(first, 'server/main.ts')
    const starting = ports.map((port) => start(main, { PORT: String(port) }, ...role))
    if (apart)
      starting.push(
        start(main, { NETWORK_PORT: String(networkPort) }, '--role=decide'),
        start(main, { WORKER_PORT: String(workerPort) }, '--role=worker'),
      )
    processes.push(...(await Promise.all(starting)))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    networkUrl: `http://127.0.0.1:${networkPort}`,
    workerUrl: `http://127.0.0.1:${workerPort}`,
    processes,
    async restart(nth, code = root) {
      const child = processes[nth]!
      await end(child)
      if (child.exitCode !== 0) throw new Error(`a server ended with ${child.exitCode}:\n${text}`)
      processes[nth] = await start(path.join(code, 'server/main.ts'), { PORT: String(ports[nth]) }, ...role)
    },
    simulatorsUrl: `http://127.0.0.1:${simulatorsPort}`,
    dataDir: folder,
    key: signingKey(issuerSecret),
    said: () => text,
    stop,
  }
}
