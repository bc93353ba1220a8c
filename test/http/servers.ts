/** Servers as an operator runs them: processes of their own, on one database, with one outside world. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { signingKey } from '../../server/outside/outside.ts'
import { freePort } from '../../bin/postgres.ts'
import { FIELD_KEY, LOOKUP_KEY } from '../world.ts'

export type Servers = {
  /** One for each server. */
  urls: string[]
  simulatorsUrl: string
  /** What the network signs with. */
  key: ReturnType<typeof signingKey>
  /** Everything that the processes have said. */
  said(): string
  stop(): Promise<void>
}

const root = path.resolve(import.meta.dirname, '../..')

/** `count` servers and the simulators. They share the secrets of this process, so that it can look into their database. */
export async function startServers(databaseUrl: string, { count = 2, logs = false } = {}): Promise<Servers> {
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

  let text = ''
  const children: ChildProcess[] = []
  const start = async (script: string, env: Record<string, string>): Promise<void> => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path.join(root, script)], {
      env: {
        ...process.env,
        KAIKA_DATA: folder,
        SIMULATORS_PORT: String(simulatorsPort),
        DATABASE_URL: databaseUrl,
        KAIKA_CAPTCHA: 'off',
        KAIKA_SHOPPERS: 'off',
        KAIKA_LOGS: logs ? 'on' : 'off',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    children.push(child)
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (more) => (text += String(more)))
    const ended = once(child, 'exit').then(() => 'ended')
    if ((await Promise.race([once(child, 'message'), ended])) === 'ended') throw new Error(`${script} ended:\n${text}`)
  }
  const stop = async (): Promise<void> => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await start('simulators/main.ts', { PORT: String(ports[0]) })
    await Promise.all(ports.map((port) => start('server/main.ts', { PORT: String(port) })))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    simulatorsUrl: `http://127.0.0.1:${simulatorsPort}`,
    key: signingKey(issuerSecret),
    said: () => text,
    stop,
  }
}
