/**
 * Two servers as in production, each a process of its own, on one durable PostgreSQL, with the simulators beside them and a gate on every connection. Any part
 * can be broken; the tests restart only what they killed themselves.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before } from 'node:test'
import pg from 'pg'
import { freePort, startPostgres, type Postgres } from '#bin/postgres/postgres.ts'
import { copyCluster, templateName } from '#bin/postgres/testCluster.ts'
import { readSecrets } from '#server/core/settings/storedSecrets.ts'
import { compose } from '#server/core/composition.ts'
import { composition } from '#server/modules.ts'
import { closeDb, openDb } from '#server/core/db.ts'
import { useIdentity } from '#server/identity/identity.ts'
import { simulatedOutside, useOutside } from '#server/outside/outside.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { startSimulators, type Simulators } from '#simulators/start.ts'
import { migrated } from '../database.ts'
import { Gate } from './gate.ts'

export type Server = {
  /** The address for users. */
  url: string
  /** Between users and the server. */
  front: Gate
  /** Between the server and PostgreSQL. */
  back: Gate
  process: ChildProcess
  /** Its log output. */
  said: string
  start(): Promise<void>
  /** Sends the signal and waits until the process ends. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

export type Cluster = {
  /** Between the simulators and whichever server is up. */
  network: Gate
  servers: [Server, Server]
  simulators: Simulators
  postgres: Postgres
  /** As the superuser, bypassing every gate. */
  databaseUrl: string
  /** As the server's role, bypassing every gate. */
  serverUrl: string
  /** Restarts PostgreSQL on its port. */
  startPostgres(): Promise<void>
  /** Runs one query as the superuser. */
  asAdmin<R extends pg.QueryResultRow>(query: string): Promise<R[]>
}

/** Starts everything before the tests of a file, runs `ready`, and stops everything after them. */
export function withCluster(ready: () => Promise<void>): Cluster {
  const cluster = {} as Cluster
  let folder: string
  let janitor: ChildProcess
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kaika-faults-'))
    janitor = clearsAway(folder)
    const port = await freePort()
    cluster.startPostgres = async () => {
      cluster.postgres = await startPostgres({ dir: path.join(folder, 'postgres'), port, durable: true })
    }
    await copyCluster(path.join(folder, 'postgres'))
    await cluster.startPostgres()
    cluster.asAdmin = async (query) => {
      const client = new pg.Client({ connectionString: cluster.databaseUrl ?? cluster.postgres.url })
      client.on('error', () => {})
      await client.connect()
      try {
        return (await client.query(query)).rows
      } finally {
        await client.end()
      }
    }
    await cluster.asAdmin(`CREATE DATABASE kaika TEMPLATE ${templateName([])}`)
    cluster.databaseUrl = Object.assign(new URL(cluster.postgres.url), { pathname: 'kaika' }).href
    cluster.serverUrl = await migrated(cluster.databaseUrl)
    compose(composition)
    openDb(cluster.serverUrl, { statementTimeoutMs: 60_000 })
    const secrets = readSecrets(folder)
    useSecrets(secrets)
    useIdentity({ captcha: false, memoryKiB: 64 })

    const ports = [await freePort(), await freePort()]
    cluster.network = await new Gate(...ports).listen()
    cluster.simulators = await startSimulators({
      serverUrl: `http://127.0.0.1:${cluster.network.port}`,
      secret: secrets.issuerSecret,
      blockMs: 3_600_000,
    })
    useOutside(
      simulatedOutside({
        simulatorsUrl: cluster.simulators.url,
        secret: secrets.issuerSecret,
        chainSeed: secrets.chainSeed,
      }),
    )
    cluster.servers = (await Promise.all(ports.map((at) => server(cluster, folder, at)))) as [Server, Server]
    await Promise.all(cluster.servers.map((one) => one.start()))
    await ready()
  })
  after(async () => {
    await cluster.simulators?.stop()
    await cluster.network?.refuse()
    for (const { process, front, back, end } of cluster.servers ?? []) {
      process.kill('SIGCONT')
      await Promise.all([end('SIGKILL'), front.refuse().catch(() => {}), back.refuse().catch(() => {})])
    }
    await closeDb()
    await cluster.postgres?.stop()
    janitor.stdin!.end()
    await once(janitor, 'exit')
  })
  return cluster
}

/** A shell waits at the end of a pipe, which the kernel closes when this process ends for any reason, and then removes PostgreSQL and the folder. */
function clearsAway(folder: string): ChildProcess {
  const pid = `$(head -n 1 '${folder}/postgres/postmaster.pid' 2>/dev/null)`
  const script = `read -r gone; pid=${pid}; [ -n "$pid" ] && kill -INT "$pid" && while kill -0 "$pid"; do sleep 0.05; done; rm -rf '${folder}'`
  return spawn('sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
}

async function server({ serverUrl, simulators, postgres }: Cluster, folder: string, port: number): Promise<Server> {
  const [front, back] = [await new Gate(port).listen(), await new Gate(postgres.port).listen()]
  const env = {
    ...process.env,
    PORT: String(port),
    SIMULATORS_PORT: new URL(simulators.url).port,
    DATABASE_URL: Object.assign(new URL(serverUrl), { port: String(back.port) }).href,
    KAIKA_DATA: folder,
    KAIKA_CAPTCHA: 'off',
  }
  const made: Server = {
    url: `http://127.0.0.1:${front.port}`,
    front,
    back,
    process: undefined as never,
    said: '',
    async start() {
      const main = path.resolve(import.meta.dirname, '../../server/main.ts')
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
        env,
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      })
      made.process = child
      child.stderr!.on('data', (text) => (made.said = (made.said + String(text)).slice(-20_000)))
      const ready = await Promise.race([once(child, 'message').then(() => true), once(child, 'exit').then(() => false)])
      if (!ready) throw new Error(`a server did not start:\n${made.said}`)
    },
    async end(signal) {
      const { process: child } = made
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const ended = once(child, 'exit')
      child.kill(signal)
      return (await ended)[0] as number | null
    },
  }
  return made
}
