/** Brings the database up to date and grants the server's role its rights (docs/operate/database.md). */
import { borrowDatabase, migrateDatabase } from './demoDatabase.ts'

const { stop, ...urls } = await borrowDatabase()
try {
  const applied = await migrateDatabase(urls)
  console.log(applied.length ? `applied: ${applied.join(', ')}` : 'the database is up to date')
} finally {
  await stop()
}
