/** Three machines with etcd, Patroni and PostgreSQL, configured by the files of `deploy/ha`. */
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Machine } from './network.ts'

const PG_BIN = '/usr/lib/postgresql/15/bin'
const TEMPLATES = path.resolve(import.meta.dirname, '../../deploy/ha')
/** Small, so that it can be filled. */
const WAL_VOLUME = '512m'

export type Passwords = { superuser: string; replication: string; rest: string }

/** What differs here from `deploy/ha/values.example`. */
const valuesOf = ({ superuser, replication, rest }: Passwords): string => `
PG_BIN=${PG_BIN}
WATCHDOG=off
HBA=host
TLS=off
TLS_CERTIFICATE=
TLS_KEY=
ARCHIVE_COMMAND=/bin/true
RESTORE_COMMAND=/bin/false
SHARED_BUFFERS=128MB
MAX_WAL_SIZE=192MB
MAX_CONNECTIONS=200
EDGE_CONNECTIONS=4000
SUPERUSER_PASSWORD=${superuser}
REPLICATION_PASSWORD=${replication}
REST_PASSWORD=${rest}
ISSUERS=192.0.2.0/24
NETWORK_BIND=192.0.2.31:4001
NETWORK_CHECK=
HTTPS_BIND=192.0.2.31:4000
`

/** A template of `deploy/ha`, filled for this machine. */
export function filled(template: string, folder: string, name: string): string {
  const files = ['values.example', `${folder}/values`, `${folder}/${name}/values`]
  return execFileSync(path.join(TEMPLATES, 'fill'), [template, ...files], { cwd: TEMPLATES, encoding: 'utf8' })
}

export function writeValues(folder: string, passwords: Passwords): void {
  writeFileSync(path.join(folder, 'values'), valuesOf(passwords), { mode: 0o600 })
}

export type Member = { name: string; role: string; state: string; lag?: number }

export class DatabaseMachine {
  readonly machine: Machine
  readonly #folder: string
  readonly #home: string
  readonly #owner: { uid: number; gid: number }

  constructor(machine: Machine, folder: string, owner: { uid: number; gid: number }) {
    this.machine = machine
    this.#folder = folder
    this.#home = path.join(folder, machine.name)
    this.#owner = owner
    this.#makeFolders()
  }

  #makeFolders(): void {
    const { name, address } = this.machine
    const { uid, gid } = this.#owner
    for (const folder of ['', 'etcd', 'wal', 'sockets']) {
      mkdirSync(path.join(this.#home, folder), { recursive: true })
      chownSync(path.join(this.#home, folder), uid, gid)
    }
    const values = {
      NODE: name,
      ADDRESS: address,
      ETCD_DATA: `${this.#home}/etcd/data`,
      DATA_DIR: `${this.#home}/data`,
      WAL_DIR: `${this.#home}/wal/pg`,
      SOCKETS: `${this.#home}/sockets`,
    }
    writeFileSync(
      path.join(this.#home, 'values'),
      Object.entries(values)
        .map(([key, value]) => `${key}=${value}\n`)
        .join(''),
    )
    execFileSync('mount', [
      '-t',
      'tmpfs',
      '-o',
      `size=${WAL_VOLUME},uid=${uid},gid=${gid},mode=0700`,
      'kaika-ha',
      this.walVolume,
    ])
  }

  get walVolume(): string {
    return path.join(this.#home, 'wal')
  }

  startEtcd(): void {
    const lines = filled('etcd.env', this.#folder, this.machine.name).split('\n')
    const settings = lines.filter((line) => line.startsWith('ETCD_')).map((line) => line.split(/=(.*)/s).slice(0, 2))
    this.machine.start(['etcd'], { ...this.#as('etcd'), env: { ...ENV, ...Object.fromEntries(settings) } })
  }

  startPatroni(): void {
    const file = path.join(this.#home, 'patroni.yml')
    writeFileSync(file, filled('patroni.yml', this.#folder, this.machine.name), { mode: 0o600 })
    chownSync(file, this.#owner.uid, this.#owner.gid)
    this.machine.start(['patroni', file], { ...this.#as('patroni'), env: ENV })
  }

  #as(program: string): { log: string; user: string } {
    const log = path.join(this.#folder, 'logs', `${this.machine.name}-${program}.txt`)
    writeFileSync(log, '', { flag: 'a' })
    chmodSync(log, 0o666)
    return { log, user: 'postgres' }
  }

  /** Its disks are lost. What was a member of etcd is one again under the same name. */
  loseFiles(): void {
    for (const folder of ['data', 'wal/pg']) rmSync(path.join(this.#home, folder), { recursive: true, force: true })
  }

  unmount(): void {
    execFileSync('umount', ['-l', this.walVolume])
  }

  /** Asks Patroni; undefined if it does not answer. */
  async ask<T>(at: string): Promise<{ status: number; body: T } | undefined> {
    try {
      const answer = await fetch(`http://${this.machine.address}:8008/${at}`, { signal: AbortSignal.timeout(1500) })
      return { status: answer.status, body: (await answer.json()) as T }
    } catch {
      return undefined
    }
  }
}
const ENV = { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, LC_ALL: 'C.UTF-8', TZ: 'UTC' }

export async function membersOf(databases: readonly DatabaseMachine[]): Promise<Member[]> {
  for (const database of databases) {
    const found = await database.ask<{ members: Member[] }>('cluster')
    if (found?.status === 200 && found.body.members) return found.body.members
  }
  return []
}

/** One leads, the others follow it closely, and one of them synchronously. */
export function isWhole(members: readonly Member[], count: number): boolean {
  const led = members.filter(({ role, state }) => role === 'leader' && state === 'running')
  const following = members.filter(
    ({ role, state, lag }) => role !== 'leader' && /^(running|streaming)$/.test(state) && lag === 0,
  )
  return led.length === 1 && following.length === count - 1 && members.some(({ role }) => role === 'sync_standby')
}

/** Waits for the claim; fails with what it is about. */
export async function until(what: string, holds: () => Promise<boolean> | boolean, forMs = 120_000): Promise<void> {
  const end = Date.now() + forMs
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`not within ${forMs / 1000} s: ${what}`)
    await sleep(200)
  }
}
