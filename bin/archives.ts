/** Compares every archive in KAIKA_ARCHIVE with its recorded hash: prints those that differ and exits with 1, or says that all are there. */
import { readConfig } from '#server/core/config.ts'
import { closeDb, db, openDb } from '#server/core/db.ts'
import { archives } from '#server/retention/queries.ts'
import { faultOf } from '#server/retention/writeArchive.ts'

const { archiveDir, databaseUrl } = readConfig()
openDb(databaseUrl, { connections: 1 })
const made = await archives(db)
let faults = 0
for (const archive of made) {
  const fault = await faultOf(archiveDir, archive)
  if (!fault) continue
  faults++
  console.log(`${archive.file} ${fault}`)
}
console.log(`${made.length} archives, ${faults ? `${faults} not as they were written` : 'all as they were written'}`)
process.exitCode = faults ? 1 : 0
await closeDb()
