/** Tells the demo world to the database, once. `npm start` runs this as a child; `bin/seed` does so by hand. */
import pg from 'pg'
import { now } from '../server/clock.ts'
import { migrate } from '../server/migrate.ts'
import { borrowDatabase, CUT_SHORT } from './demoDatabase.ts'

const { url, stop } = await borrowDatabase()
await migrate(url)
const client = new pg.Client({ connectionString: url })
await client.connect()
try {
  process.exitCode = await seedOnce()
} finally {
  await client.end()
  await stop()
}

async function seedOnce(): Promise<number> {
  const { rows } = await client.query<{ finished_at: Date | null }>('SELECT finished_at FROM demo_world')
  if (rows[0]?.finished_at) return told('the demo world is there already')
  if (rows[0]) {
    console.error('the demo world in this database was cut short: begin with an empty one')
    return CUT_SHORT
  }
  await client.query('INSERT INTO demo_world (began_at) VALUES ($1)', [now()])
  const { seed } = await import('../db/seed.ts')
  await seed({ databaseUrl: url })
  await client.query('UPDATE demo_world SET finished_at = $1', [now()])
  return told('the demo world has been told')
}

function told(line: string): number {
  if (!process.send) console.log(line)
  return 0
}
