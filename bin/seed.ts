/** Seeds the database with the demo world, once. `npm start` runs this as a child; `bin/seed` runs it manually. */
import { now } from '#server/core/clock.ts'
import { hangingUpAfter } from '#server/core/database/databaseClient.ts'
import { borrowDatabase, demoWorld } from './demoDatabase.ts'
import { migrateDatabase } from './operate/migrateDatabase.ts'

if (process.env.KAIKA_DEMO !== 'on') throw new Error('the demo world is told only with KAIKA_DEMO=on')
const { stop, ...urls } = await borrowDatabase()
const { url } = urls
if (!process.send) await migrateDatabase(urls) // `npm start` has already migrated
const found = await demoWorld(url)
if (found === 'none') await tell()
else if (!process.send)
  console.log(
    `the demo world is there already${found === 'half' ? ', but only half of it: npm start tells it again' : ''}`,
  )
await stop()

/** The mark is set before and after, so that a partial world is recognised. */
async function tell(): Promise<void> {
  const Client = hangingUpAfter(0)
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('INSERT INTO demo_world (began_at) VALUES ($1)', [now()])
  const { seed } = await import('#db/seed.ts')
  await seed({ databaseUrl: url })
  await client.query('UPDATE demo_world SET finished_at = $1', [now()])
  await client.end()
}
