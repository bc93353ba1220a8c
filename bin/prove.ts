/** Proves the books in DATABASE_URL: prints every break and exits with 1, or reports that they balance. With `--new`, what is new since the checkpoint. */
import { compose } from '#server/core/composition.ts'
import { composition } from '#server/modules.ts'
import { closeDb, openDb } from '#server/core/db.ts'
import { checkNames, prove } from '#server/ledger/proof/prove.ts'
import { readKeySettings } from '#server/outside/keys/keyWrapping.ts'
import { openSecrets } from '#server/outside/keys/openSecrets.ts'
import { useSecrets } from '#server/core/secrets.ts'

// The audit chains are signed with a key that is not in the database.
useSecrets(await openSecrets(readKeySettings()))
compose(composition)
openDb(process.env['DATABASE_URL']!, { connections: 1 })
const started = performance.now()
const breaks = await prove({ kind: process.argv.includes('--new') ? 'NEW' : 'WHOLE' })
for (const { check, says, subject, found } of breaks)
  console.log(`${check}: ${subject}\n  must hold: ${says}\n  found: ${JSON.stringify(found)}`)
const took = `${checkNames().length} checks, ${Math.round(performance.now() - started)} ms`
console.log(breaks.length ? `${breaks.length} breaks (${took})` : `the books are proven (${took})`)
process.exitCode = breaks.length ? 1 : 0
await closeDb()
