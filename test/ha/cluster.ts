/** A service as it is run for real: three database machines, two with Kaika, one edge. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '#server/core/database/migrate.ts'
import { readSecrets, type Secrets } from '#server/core/settings/storedSecrets.ts'
import { DatabaseMachine, filled, isWhole, membersOf, until, writeValues, type Member } from './databases.ts'
import { faketime } from './missing.ts'
import { Machine, type MachineName } from './network.ts'

const DATABASE = 'kaika'
const password = (): string => randomBytes(12).toString('hex')

/** Of the two processes of a server, by their role. */
const METRICS_PORTS = { 'console,worker': 9464, decide: 9465 }

export class Cluster {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'kaika-ha-'))
  readonly databases: readonly DatabaseMachine[]
  readonly apps: readonly Machine[]
  readonly edge: Machine
  readonly world: Machine
  readonly secrets: Secrets
  readonly #passwords = { superuser: password(), replication: password(), rest: password() }
  readonly #serverPassword = password()

  constructor(maker: number) {
    chmodSync(this.folder, 0o755)
    mkdirSync(path.join(this.folder, 'logs'))
    writeValues(this.folder, this.#passwords)
    const machine = (name: MachineName): Machine => new Machine(name, maker)
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
    ) as [number, number]
    this.databases = (['db1', 'db2', 'db3'] as const).map(
      (name) => new DatabaseMachine(machine(name), this.folder, { uid, gid }),
    )
    this.apps = (['app1', 'app2'] as const).map(machine)
    this.edge = machine('edge1')
    this.world = machine('world')
    this.secrets = readSecrets(path.join(this.folder, 'kaika'))
  }

  async start(): Promise<void> {
    for (const database of this.databases) database.startEtcd()
    await until('etcd answers', async () =>
      (
        await Promise.all(this.databases.map(({ machine: { address } }) => isOk(`http://${address}:2379/health`)))
      ).every(Boolean),
    )
    for (const database of this.databases) database.startPatroni()
    await until('three databases, one of them synchronous', () => this.isWhole())
    await this.#makeDatabase()
    for (const app of this.apps) this.#startApp(app)
    this.#startHaproxy(this.edge, 'haproxy-edge.cfg')
    await until('both servers are ready', () => this.areReady())
  }

  isWhole = async (): Promise<boolean> => isWhole(await membersOf(this.databases), this.databases.length)
  areReady = async (): Promise<boolean> =>
    (
      await Promise.all(
        this.apps.flatMap(({ address }) => [isOk(`http://${address}:4000/readyz`), isReadyBehindProxy(address, 4001)]),
      )
    ).every(Boolean)

  async leader(): Promise<DatabaseMachine> {
    return this.#withRole((role) => role === 'leader')
  }
  async synchronousStandby(): Promise<DatabaseMachine> {
    return this.#withRole((role) => role === 'sync_standby')
  }
  async #withRole(is: (role: string) => boolean): Promise<DatabaseMachine> {
    let found: Member | undefined
    await until('a member of the cluster with this role', async () => {
      found = (await membersOf(this.databases)).find(({ role }) => is(role))
      return found !== undefined
    })
    return this.databases.find(({ machine }) => machine.name === found!.name)!
  }
  others = (...than: readonly DatabaseMachine[]): DatabaseMachine[] =>
    this.databases.filter((one) => !than.includes(one))

  /** Of the superuser, past every proxy. */
  url = ({ machine: { address } }: DatabaseMachine, database = DATABASE): string =>
    `postgres://postgres:${this.#passwords.superuser}@${address}:5432/${database}`

  async switchOver(): Promise<void> {
    const leader = (await this.leader()).machine
    const answer = await fetch(`http://${leader.address}:8008/switchover`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`patroni:${this.#passwords.rest}`).toString('base64')}` },
      body: JSON.stringify({ leader: leader.name }),
    })
    if (!answer.ok) throw new Error(`no switchover: ${answer.status} ${await answer.text()}`)
  }

  /** Of every program on this machine, in seconds beside the right time. */
  setClock({ name }: Machine, seconds: number): void {
    writeFileSync(path.join(this.folder, `${name}.time`), `${seconds < 0 ? '' : '+'}${seconds}\n`)
  }

  remove(): void {
    for (const database of this.databases) database.unmount()
    rmSync(this.folder, { recursive: true })
  }

  async #makeDatabase(): Promise<void> {
    const leader = await this.leader()
    const client = new pg.Client({ connectionString: this.url(leader, 'postgres') })
    await client.connect()
    await client.query(`CREATE ROLE kaika_server LOGIN PASSWORD '${this.#serverPassword}'`)
    await client.query(`CREATE DATABASE ${DATABASE}`)
    await client.end()
    await migrate(this.url(leader), { serverUrl: this.#serverUrl })
  }
  get #serverUrl(): string {
    return `postgres://kaika_server:${this.#serverPassword}@127.0.0.1:5000/${DATABASE}`
  }

  #startApp(app: Machine): void {
    this.#startHaproxy(app, 'haproxy-database.cfg')
    this.setClock(app, 0)
    const movable = faketime()
    const env = {
      ...{ PATH: process.env.PATH, HOST: app.address, DATABASE_URL: this.#serverUrl, KAIKA_CAPTCHA: 'off' },
      ...{
        KAIKA_DATA: path.join(this.folder, 'kaika'),
        KAIKA_DEMO: 'on',
        KAIKA_SHOPPERS: 'off',
        KAIKA_PROXY_PROTOCOL: 'decide',
        KAIKA_TRUSTED_PROXIES: [this.edge, this.world].map(({ address }) => address).join(','),
      },
      ...{ PORT: '4000', NETWORK_PORT: '4001', KAIKA_LOGS: 'on', METRICS_HOST: app.address },
      ...(movable && {
        LD_PRELOAD: movable,
        FAKETIME_TIMESTAMP_FILE: path.join(this.folder, `${app.name}.time`),
        FAKETIME_CACHE_DURATION: '1',
        DONT_FAKE_MONOTONIC: '1',
      }),
    }
    const main = path.resolve(import.meta.dirname, '../../server/main.ts')
    for (const [role, metrics] of Object.entries(METRICS_PORTS))
      app.start([process.execPath, '--disable-warning=ExperimentalWarning', main, `--role=${role}`], {
        log: path.join(this.folder, 'logs', `${app.name}-${role}.txt`),
        env: { ...env, METRICS_PORT: String(metrics) },
      })
  }

  #startHaproxy(machine: Machine, template: string): void {
    mkdirSync(path.join(this.folder, machine.name), { recursive: true })
    const values = path.join(this.folder, machine.name, 'values')
    writeFileSync(values, '')
    const file = path.join(this.folder, machine.name, 'haproxy.cfg')
    writeFileSync(file, filled(template, this.folder, machine.name))
    machine.start(['/usr/sbin/haproxy', '-db', '-f', file], {
      log: path.join(this.folder, 'logs', `${machine.name}-haproxy.txt`),
      env: { PATH: process.env.PATH },
    })
  }
}

async function isOk(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1500) })).ok
  } catch {
    return false
  }
}

/** The network's port expects the header of a proxy before anything else. */
function isReadyBehindProxy(address: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host: address, port })
    socket.setTimeout(1500, () => socket.destroy()).setEncoding('latin1')
    let said = ''
    socket.on('error', () => {}).on('data', (part) => (said += String(part)))
    socket.on('close', () => resolve(said.startsWith('HTTP/1.1 200')))
    socket.write(
      `PROXY TCP4 ${address} ${address} 1 ${port}\r\nGET /readyz HTTP/1.1\r\nHost: ${address}\r\nConnection: close\r\n\r\n`,
    )
  })
}
