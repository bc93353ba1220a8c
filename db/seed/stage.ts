/**
 * Where the demo world is created: Kaika's server in this process, the simulators in theirs, and one manually advanced clock for both. Nothing bypasses the
 * operations: money comes over the simulated chain, and every charge is a signed request.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { buildApp } from '#server/http/app.ts'
import { setClock } from '#server/core/clock.ts'
import { readConfig, type Config } from '#server/core/settings/config.ts'
import type { Secrets } from '#server/core/settings/storedSecrets.ts'
import { compose } from '#server/core/composition.ts'
import { composition } from '#server/modules.ts'
import { closeDb, openDb } from '#server/core/db.ts'
import { useIdentity } from '#server/identity/identity.ts'
import { simulatedOutside, useOutside } from '#server/outside/outside.ts'
import { keysFrom } from '#server/outside/keys/keyWrapping.ts'
import { openSecrets } from '#server/outside/keys/openSecrets.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { poster } from '#simulators/network/post.ts'

export type Stage = {
  secrets: Secrets
  /** Stops both clocks at this moment until the next. */
  moveTo(ms: number): Promise<void>
  /** Triggers something outside: a purchase, a transfer on the chain (simulators/README.md). */
  outside<T>(path: string, input: unknown): Promise<T>
  inbox(mobile: string): Promise<{ text: string; code?: string }[]>
  clear(): Promise<void>
}

export async function setStage(databaseUrl: string): Promise<Stage> {
  const settings = readConfig(
    { ...process.env, DATABASE_URL: databaseUrl, PORT: '0', SIMULATORS_PORT: '0' },
    (found) => ({ keys: keysFrom(found) }),
  )
  const config = { ...settings, secrets: await openSecrets(settings) }
  useSecrets(config.secrets)
  useIdentity({ captcha: false })
  compose(composition)
  const spread = await isSpread(databaseUrl)
  openDb(hasty(databaseUrl, spread), { statementTimeoutMs: 20_000 })
  const server = await buildApp(config)
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { child, url } = await startSimulators(config, (server.server.address() as AddressInfo).port)
  connect(config, url)

  const post = poster(url)
  let at = 0
  const outside = async <T>(to: string, input: unknown): Promise<T> => {
    const body = Buffer.from(JSON.stringify(input))
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const { status, body: answer } = await post(to, headers, body, 30_000)
    if (status !== 200) throw new Error(`${to} ${JSON.stringify(input)} is answered ${status} ${answer.toString()}`)
    return JSON.parse(answer.toString()) as T
  }
  return {
    secrets: config.secrets,
    outside,
    async moveTo(ms) {
      if (ms === at) return
      at = ms
      setClock(() => ms)
      await outside('/clock', { nowMs: ms })
    },
    async inbox(mobile) {
      const response = await fetch(`${url}/sms/inbox?mobile=${mobile}`)
      return (await response.json()) as { text: string; code?: string }[]
    },
    clear: () => clear(server, child, post.close),
  }
}

/** An interrupted seed starts over from the beginning, so only its end waits for the disk (bin/seed.ts). */
function hasty(databaseUrl: string, spread: boolean): string {
  const url = new URL(databaseUrl)
  const planned =
    '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan'
  url.searchParams.set('options', `-c synchronous_commit=off -c jit=off ${spread ? '' : planned}`)
  return url.href
}

async function isSpread(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return (await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`)).rowCount === 1
  } finally {
    await client.end()
  }
}

/** Uses the data folder of the later demo, so that cards and purchases exist there. */
async function startSimulators(config: Config, port: number): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.resolve(import.meta.dirname, '../../simulators/main.ts')],
    {
      env: {
        ...process.env,
        PORT: String(port),
        NETWORK_PORT: String(port),
        SIMULATORS_PORT: '0',
        KAIKA_DATA: config.dataDir,
        KAIKA_SHOPPERS: 'off',
        KAIKA_RATES: 'fixed', // the seed was designed with these rates
        HOST: '127.0.0.1',
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { url: string }).url))
    child.once('exit', (code) => reject(new Error(`the simulators ended with code ${code}`)))
  })
  return { child, url }
}

/** The real adapters. Only the age of signatures is not checked: several hours of the story pass in one second. */
const connect = ({ secrets }: Config, simulatorsUrl: string): void =>
  useOutside(
    simulatedOutside({
      simulatorsUrl,
      secret: secrets.issuerSecret,
      chainSeed: secrets.chainSeed,
      toleranceMs: Infinity,
    }),
  )

async function clear(server: FastifyInstance, child: ChildProcess, hangUp: () => void): Promise<void> {
  hangUp()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  await server.close()
  setClock()
  await closeDb()
}
