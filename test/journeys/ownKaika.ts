/**
 * A second Kaika for a journey that breaks shared infrastructure: its own server and outside world, each restarted as by `npm start`, on an empty database
 * beside the shared one.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#bin/postgres/postgres.ts'
import { copyDatabase, dropDatabase } from '#bin/postgres/testCluster.ts'
import { addIssuerRanges, issuerSettings, type DemoIssuer } from '#bin/demoDatabase.ts'
import { keep, NODE_OPTIONS, startChild, type Kept } from '#bin/supervise.ts'
import type { Person } from './people.ts'

const root = path.resolve(import.meta.dirname, '../..')
const program = (file: string): string => path.join(root, file)

export type OwnKaika = {
  url: string
  /** A funded account holder who may have many cards. */
  holder: Person
  /** A session at the desk, of somebody with the role RISK. */
  staffToken: string
  /** The supervisor's output: which process ended, and how. */
  said: string[]
  /** Kills the server and its worker, which are one process, immediately. */
  killServer(): void
  /** What somebody does in the outside world, or without an input what is there (simulators/README.md). */
  outside<T>(path: string, input?: object): Promise<T>
  /** Sets the faults of the outside world from now on. */
  breaks(faults: { latencyMs?: number; createPendingMs?: number }): Promise<void>
  /** The codes that a phone received, newest first. */
  codesOn(mobile: string): Promise<string[]>
  /** The output of `bin/prove` for its books. */
  prove(): Promise<string>
}

export async function withOwnKaika<T>(
  walk: (kaika: OwnKaika) => Promise<T>,
  { captcha = 'off', issuers = [] }: { captcha?: 'on' | 'off'; issuers?: readonly DemoIssuer[] } = {},
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kaika-own-'))
  const database = await newDatabase()
  const [port, simulatorsPort] = [await freePort(), await freePort()]
  const settings: NodeJS.ProcessEnv = {
    PORT: String(port),
    NETWORK_PORT: String(port),
    SIMULATORS_PORT: String(simulatorsPort),
    KAIKA_DATA: folder,
    DATABASE_URL: database.url,
    KAIKA_DATABASE_OWNER_URL: database.ownerUrl,
    KAIKA_SHOPPERS: 'off',
    KAIKA_CAPTCHA: captcha,
  }
  const run = async (script: string): Promise<string> => {
    const env = { ...process.env, ...settings }
    return (await promisify(execFile)(process.execPath, [...NODE_OPTIONS, program(script)], { cwd: root, env })).stdout
  }
  const said: string[] = []
  const kept: Kept[] = []
  const start = async (name: string, script: string): Promise<Kept> => {
    const one = await keep(
      name,
      () => startChild(name, program(script), settings),
      (line) => said.push(line),
    )
    kept.push(one)
    return one
  }
  const outside = async <T>(to: string, input?: object): Promise<T> => {
    const posted = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }
    const answer = await fetch(`http://127.0.0.1:${simulatorsPort}${to}`, input && posted)
    if (!answer.ok) throw new Error(`${to}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  try {
    const people = JSON.parse(await run('test/journeys/ownHolder.ts')) as Pick<OwnKaika, 'holder' | 'staffToken'>
    if (issuers.length > 0) {
      const { issuerSecret } = JSON.parse(await readFile(path.join(folder, 'secrets.json'), 'utf8')) as {
        issuerSecret: string
      }
      const named = { KAIKA_ISSUERS: ['simulated', ...issuers].join(',') }
      Object.assign(settings, issuerSettings(issuers, { port, simulatorsPort }, issuerSecret), named)
      await addIssuerRanges(database.ownerUrl, issuers)
    }
    await start('simulators', 'simulators/main.ts')
    const server = await start('server', 'server/main.ts')
    return await walk({
      url: `http://127.0.0.1:${port}`,
      ...people,
      said,
      killServer: () => server.kill(),
      outside,
      breaks: async (faults) => void (await outside('/network/faults', faults)),
      codesOn: async (mobile) => {
        const answer = await fetch(`http://127.0.0.1:${simulatorsPort}/sms/inbox?mobile=${mobile}`)
        return ((await answer.json()) as { code?: string }[]).flatMap(({ code }) => code ?? [])
      },
      prove: () => run('bin/prove.ts'),
    })
  } finally {
    for (const one of kept.reverse()) await one.stop()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A database without a row on the server that the journeys' Kaika uses, and for the same roles. */
async function newDatabase(): Promise<{ url: string; ownerUrl: string; drop(): Promise<void> }> {
  const { DATABASE_URL: url, KAIKA_DATABASE_OWNER_URL: shared } = process.env
  if (!url || !shared)
    throw new Error(
      'set DATABASE_URL and KAIKA_DATABASE_OWNER_URL to the database of the Kaika that the journeys are walked on',
    )
  const name = `kaika_own_${randomBytes(5).toString('hex')}`
  await copyDatabase(shared, name, process.env.KAIKA_TEMPLATE_DATABASE ?? 'template1')
  return {
    url: Object.assign(new URL(url), { pathname: name }).href,
    ownerUrl: Object.assign(new URL(shared), { pathname: name }).href,
    drop: () => dropDatabase(shared, name),
  }
}
