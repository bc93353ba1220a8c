/**
 * The database of the demo: an external one given by DATABASE_URL and KAIKA_DATABASE_OWNER_URL, or the embedded PostgreSQL in KAIKA_DATA. Its owner migrates
 * it, the server has a separate role (docs/operate/database.md).
 */
import { randomBytes } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { asRole, makeServerRole, SERVER_ROLE } from '#server/core/database/serverRole.ts'
import { CONFIRM_DURABLE } from '#server/core/db.ts'
import type { Secrets } from '#server/core/settings/storedSecrets.ts'
import { lithicSecrets } from '#simulators/lithic/secrets.ts'
import { lithicRanges, stripeRange } from '#simulators/ranges.ts'
import { stripeSecrets } from '#simulators/stripe/secrets.ts'
import { asAdmin, migrateDatabase, type Urls } from './operate/migrateDatabase.ts'
import { freePort, runningPostgres, startPostgres, type Postgres } from './postgres/postgres.ts'
import { keep, type Kept } from './supervise.ts'

export const dataDir = path.resolve(process.env.KAIKA_DATA ?? '.kaika')
const folder = path.join(dataDir, 'postgres')
const NAME = 'kaika'

/** Nothing was started with this data folder yet. */
export const isNewFolder = (): boolean => !existsSync(dataDir)

const on = (admin: string, database: string): string => Object.assign(new URL(admin), { pathname: database }).href

export type DemoDatabase = Kept & Urls & { embedded: boolean }
const NOT_OURS: Kept = { stop: async () => {}, kill: () => {} }

/** Keeps the database up while the demo runs: if PostgreSQL dies, it is restarted on the same port. */
export async function keepDatabase(say: (line: string) => void): Promise<DemoDatabase> {
  const given = givenUrls()
  if (given) return { ...NOT_OURS, ...given, embedded: false }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const port = await freePort()
  let postgres: Postgres | undefined
  const start = async () => {
    const started = (postgres = await startPostgres({ dir: folder, port }))
    return {
      ended: started.ended.then(() => 'ended'),
      stop: started.stop,
      kill: () => process.kill(started.pid, 'SIGQUIT'),
    }
  }
  const kept = await keep('PostgreSQL', start, say)
  await createDatabase(postgres!.url)
  return { ...kept, ...embeddedUrls(postgres!.url), embedded: true }
}

/** For a single command: connects to the running demo's database, or starts its PostgreSQL until `stop`. */
export async function borrowDatabase(): Promise<Urls & { stop(): Promise<void> }> {
  const running = runningPostgres(folder)
  const given = givenUrls() ?? (running && embeddedUrls(running))
  if (given) return { ...given, stop: async () => {} }
  if (!existsSync(folder))
    throw new Error(`there is no database in ${dataDir} yet: run npm start once, or set DATABASE_URL`)
  const postgres = await startPostgres({ dir: folder })
  return { ...embeddedUrls(postgres.url), stop: postgres.stop }
}

/** With only one address, both roles are the same, which the server refuses unless configured otherwise. */
function givenUrls(): Urls | undefined {
  const url = process.env.DATABASE_URL
  return url ? { url, ownerUrl: process.env.KAIKA_DATABASE_OWNER_URL ?? url } : undefined
}

/** The password of the server's role is stored beside the superuser's, in a folder that only PostgreSQL's account can read. */
function embeddedUrls(admin: string): Urls {
  const file = path.join(folder, 'kaika_server.password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(18).toString('base64url'), { mode: 0o600 })
  const ownerUrl = on(admin, NAME)
  return { url: asRole(ownerUrl, SERVER_ROLE, readFileSync(file, 'utf8')), ownerUrl }
}

/**
 * Migrates the database and discards a partial demo world: an embedded database whose seeding was interrupted is created again. An empty embedded one gets the demo
 * world from its template. Another has an owner who may not write what the ledger protects: there the world is told.
 */
export async function prepareDatabase(
  urls: DemoDatabase,
  say: (line: string) => void,
  secrets: Secrets,
): Promise<void> {
  if (urls.embedded && (await isEmpty(urls.ownerUrl))) await fillFromTemplate(urls, secrets)
  await migrateDatabase(urls)
  if ((await demoWorld(urls.url)) !== 'half') return
  if (!urls.embedded) throw new Error('the demo world in this database was cut short: begin with an empty one')
  say('The demo world was cut short: making it again from the beginning.')
  const admin = on(urls.ownerUrl, 'postgres')
  await asAdmin(admin, (client) => client.query(`DROP DATABASE ${NAME} WITH (FORCE)`))
  for (const file of globSync(path.join(dataDir, 'simulators.sqlite*'))) rmSync(file) // the simulators' half of it
  await createDatabase(admin)
  await prepareDatabase(urls, say, secrets)
}

async function isEmpty(ownerUrl: string): Promise<boolean> {
  let empty = false
  await asAdmin(ownerUrl, async (client) => {
    const { rows } = await client.query<{ empty: boolean }>("SELECT to_regclass('kysely_migration') IS NULL AS empty")
    empty = rows[0]!.empty
  })
  return empty
}

/** Later migrations find the rows that a database of that time has. */
async function fillFromTemplate(urls: Urls, secrets: Secrets): Promise<void> {
  const { usableTemplate } = await import('./start/demoTemplate.ts')
  const template = usableTemplate()
  if (!template) return
  await migrateDatabase(urls, template.migration)
  const { loadTemplate } = await import('./start/loadTemplate.ts')
  await loadTemplate(template, { ownerUrl: urls.ownerUrl, dataDir, secrets })
}

export async function demoWorld(url: string): Promise<'none' | 'half' | 'whole'> {
  let found: 'none' | 'half' | 'whole' = 'none'
  await asAdmin(url, async (client) => {
    const { rows } = await client.query<{ finished_at: Date | null }>('SELECT finished_at FROM demo_world')
    await client.query(CONFIRM_DURABLE)
    if (rows[0]) found = rows[0].finished_at ? 'whole' : 'half'
  })
  return found
}

type Ports = { port: number; simulatorsPort: number }

/** The issuers of the outside world besides the first: the ranges of their cards, and the server's settings for its account there. */
const demoIssuers = {
  lithic: {
    ranges: lithicRanges,
    settings({ port, simulatorsPort }: Ports, issuerSecret: string): NodeJS.ProcessEnv {
      const { apiKey, asaSecret, webhookSecret } = lithicSecrets(issuerSecret)
      return {
        LITHIC_API_KEY: apiKey,
        LITHIC_ASA_SECRET: asaSecret,
        LITHIC_WEBHOOK_SECRET: webhookSecret,
        LITHIC_URL: `http://127.0.0.1:${simulatorsPort}/lithic`,
        LITHIC_STYLESHEET: `http://127.0.0.1:${port}/lithic-card.css`,
      }
    },
  },
  stripe: {
    ranges: [stripeRange],
    settings({ simulatorsPort }: Ports, issuerSecret: string): NodeJS.ProcessEnv {
      const { key, publishableKey, authSecret, webhookSecret } = stripeSecrets(issuerSecret)
      return {
        STRIPE_KEY: key,
        STRIPE_PUBLISHABLE_KEY: publishableKey,
        STRIPE_AUTH_SECRET: authSecret,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        STRIPE_URL: `http://127.0.0.1:${simulatorsPort}`,
        STRIPE_JS_URL: `http://127.0.0.1:${simulatorsPort}/stripe-js/v3/`,
      }
    },
  },
}
export type DemoIssuer = keyof typeof demoIssuers
const keys: Readonly<Record<DemoIssuer, string>> = { lithic: 'LITHIC_API_KEY', stripe: 'STRIPE_KEY' }

/** Those that the settings name with no account of their own. */
export function simulatedIssuers(env: NodeJS.ProcessEnv): DemoIssuer[] {
  const named = (env.KAIKA_ISSUERS ?? '').split(',').map((one) => one.trim())
  return (Object.keys(demoIssuers) as DemoIssuer[]).filter((id) => named.includes(id) && !env[keys[id]])
}

export const issuerSettings = (ids: readonly DemoIssuer[], ports: Ports, issuerSecret: string): NodeJS.ProcessEnv =>
  Object.assign({}, ...ids.map((id) => demoIssuers[id].settings(ports, issuerSecret))) as NodeJS.ProcessEnv

/** Adds their ranges, with the terms of an own one; those that are there stay as they are. Only the account's own verified people hold such cards. */
export const addIssuerRanges = (ownerUrl: string, ids: readonly DemoIssuer[]): Promise<void> =>
  asAdmin(ownerUrl, async (client) => {
    const found = ids.flatMap((id) => demoIssuers[id].ranges.map((range) => ({ ...range, issuer_id: id })))
    for (const { vid, programRef, bin, network, country, threeDs, issuer_id } of found) {
      const range = {
        ...{ vid, issuer_id, program_ref: programRef, bin, network, country, billing_country: country },
        ...{ holder_mode: 'VERIFIED', three_ds: threeDs, edit_address: false, tags: [], sort: 50 },
      }
      const { rowCount } = await client.query(
        `INSERT INTO card_range SELECT (jsonb_populate_record(card_range, $1)).* FROM card_range WHERE vid = 'VISA-US-2' ON CONFLICT DO NOTHING`,
        [JSON.stringify(range)],
      )
      if (rowCount)
        await client.query(
          `INSERT INTO range_price SELECT (jsonb_populate_record(range_price, $1)).* FROM range_price WHERE vid = 'VISA-US-2' AND account_id IS NULL`,
          [JSON.stringify({ vid })],
        )
    }
  })

/** Sets rights and password at every start, because a role may change its own password. */
const createDatabase = (admin: string): Promise<void> =>
  asAdmin(admin, async (client) => {
    await makeServerRole(client, embeddedUrls(admin).url, { renew: true })
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [NAME])
    if (!rowCount) await client.query(`CREATE DATABASE ${NAME}`)
  })
