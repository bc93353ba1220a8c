/** Compares every archive, in KAIKA_ARCHIVE or in the bucket of KAIKA_FILES=s3, with its recorded hash: prints those that differ and exits with 1, or says that all are there. */
import { readConfig } from '#server/core/settings/config.ts'
import { closeDb, db, openDb } from '#server/core/db.ts'
import { filesFrom } from '#server/outside/s3.ts'
import { archivesOf } from '#server/retention/archiveStore.ts'
import { archives } from '#server/retention/queries.ts'
import { faultOf } from '#server/retention/writeArchive.ts'

const config = readConfig(process.env, (settings) => ({ files: filesFrom(settings) }))
const store = archivesOf(config)
openDb(config.databaseUrl, { connections: 1 })
const made = await archives(db)
let faults = 0
for (const archive of made) {
  const fault = await faultOf(store, archive)
  if (!fault) continue
  faults++
  console.log(`${archive.file} ${fault}`)
}
console.log(`${made.length} archives, ${faults ? `${faults} not as they were written` : 'all as they were written'}`)
process.exitCode = faults ? 1 : 0
await closeDb()
