/** Brings a database up to date as its owner, for the demo and for production. Knows nothing of the simulators. */
import type pg from 'pg'
import { hangingUpAfter } from '#server/core/database/databaseClient.ts'
import { migrate } from '#server/core/database/migrate.ts'
import { makeServerRole } from '#server/core/database/serverRole.ts'
import { isDemo } from '#server/core/settings/config.ts'
import { Settings } from '#server/core/settings/settings.ts'

/** `url` is for the server's role. */
export type Urls = { url: string; ownerUrl: string }

/** The database of the settings: both roles, or one for both. */
export function readUrls(env: NodeJS.ProcessEnv = process.env): Urls {
  const settings = new Settings(env)
  const url = settings.required('DATABASE_URL', 'where the books are')
  settings.requireRight()
  return { url, ownerUrl: settings.text('KAIKA_DATABASE_OWNER_URL') ?? url }
}

export async function migrateByCommand(): Promise<void> {
  const urls = readUrls()
  const applied = await migrateDatabase(urls)
  if (!isDemo(new Settings(process.env))) await removeSimulatedRanges(urls.ownerUrl)
  console.log(applied.length ? `applied: ${applied.join(', ')}` : 'the database is up to date')
}

/** Migrates as the owner and grants the server its rights. `until`: the name of the last migration to apply; the rights are of all tables, and come later. */
export async function migrateDatabase({ url, ownerUrl }: Urls, until?: string): Promise<string[]> {
  if (url !== ownerUrl) await asAdmin(ownerUrl, (client) => makeServerRole(client, url))
  return migrate(ownerUrl, until === undefined ? { serverUrl: url } : { until })
}

/** Removes what an empty database has of the simulated issuer. A range with cards stays, and the server refuses to start. */
export const removeSimulatedRanges = (ownerUrl: string): Promise<void> =>
  asAdmin(ownerUrl, async (client) => {
    const used = await client.query<{ vid: string }>('SELECT DISTINCT vid FROM card UNION SELECT vid FROM range_grade')
    const kept = [used.rows.map(({ vid }) => vid)]
    const unused = `issuer_id = 'simulated' AND vid <> ALL ($1)`
    await client.query(`DELETE FROM range_price WHERE vid IN (SELECT vid FROM card_range WHERE ${unused})`, kept)
    const { rowCount } = await client.query(`DELETE FROM card_range WHERE ${unused}`, kept)
    if (rowCount) await client.query('UPDATE product_desk SET version = version + 1')
  })

/** Fails if what it has written is on no standby that it should be on. */
const Client = hangingUpAfter(0)

export async function asAdmin(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
