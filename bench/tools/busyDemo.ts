/** The product as `npm start` starts it, with its own processes and settings, and a busy database: cards that are used all the time, and an account with very many authorizations. */
import { mkdtemp, rm } from 'node:fs/promises'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runningPostgres } from '#bin/postgres/postgres.ts'
import { compose } from '#server/core/composition.ts'
import { closeDb, db, openDb, sql } from '#server/core/db.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { readSecrets } from '#server/core/settings/storedSecrets.ts'
import { useIdentity } from '#server/identity/identity.ts'
import { composition } from '#server/modules.ts'
import { freshCopy, startDemo, type Demo } from '../demo.ts'
import { cardWorld } from '../worlds/cardWorld.ts'
import { manyAuthorizations, type Many } from '../worlds/manyAuthorizations.ts'
import { Callers, type Task } from './callers.ts'

export type BusyDemo = {
  readonly demo: Demo
  readonly callers: Callers
  /** Signs what the network asks. */
  readonly secret: string
  readonly cards: Task['cards']
  readonly many: Many
  /** The process of the server that has this role. */
  pidOf(role: 'console' | 'decide'): number
}

const [CARDS, ACCOUNTS] = [10_000, 500]

/** While it works, `db` is the demo's database, as its owner. */
export async function onBusyDemo<T>(
  { rows, cards: count = CARDS, env = {} }: { rows: number; cards?: number; env?: NodeJS.ProcessEnv },
  work: (on: BusyDemo) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kaika-busy-'))
  const demo = await startDemo({ root: await freshCopy(folder), data: path.join(folder, 'data'), env })
  let callers: Callers | undefined
  try {
    const secrets = readSecrets(demo.data)
    useSecrets(secrets)
    useIdentity({ captcha: false, memoryKiB: 64 })
    compose(composition)
    const admin = runningPostgres(path.join(demo.data, 'postgres'))!
    openDb(Object.assign(new URL(admin), { pathname: '/kaika' }).href, { statementTimeoutMs: 600_000 })
    const { cards, merchants } = await cardWorld(count, Math.min(ACCOUNTS, count))
    const many = await manyAuthorizations(rows)
    await sql`VACUUM ANALYZE`.execute(db)
    const secret = secrets.issuerSecret
    callers = new Callers({ port: demo.networkPort, secret, merchants })
    return await work({ demo, callers, secret, cards, many, pidOf: (role) => processOf(demo.pid, role) })
  } finally {
    callers?.stop()
    await closeDb()
    await demo.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function processOf(root: number, role: string): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))![1]))
    } catch {} // it has just ended
  const descends = (pid: number): boolean => pid === root || (parents.has(pid) && descends(parents.get(pid)!))
  const found = [...parents.keys()].find(
    (pid) => descends(pid) && /server\/main\.ts.*--role=/.test(commandOf(pid)) && rolesOf(pid).includes(role),
  )
  if (found === undefined) throw new Error(`no process of the demo has the role ${role}`)
  return found
}
const rolesOf = (pid: number): string[] => /--role=([\w,]+)/.exec(commandOf(pid))?.[1]?.split(',') ?? []
const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
