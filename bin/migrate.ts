/**
 * Brings the database up to date and grants the server's role its rights (docs/operate/database.md). With KAIKA_OUTSIDE=real, removes the ranges of the
 * simulated issuer, as long as they have no cards.
 */
import { borrowDatabase, migrateDatabase, removeSimulatedRanges } from './demoDatabase.ts'

const { stop, ...urls } = await borrowDatabase()
try {
  const applied = await migrateDatabase(urls)
  if (process.env.KAIKA_OUTSIDE === 'real') await removeSimulatedRanges(urls.ownerUrl)
  console.log(applied.length ? `applied: ${applied.join(', ')}` : 'the database is up to date')
} finally {
  await stop()
}
