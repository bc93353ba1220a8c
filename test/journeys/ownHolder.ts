/**
 * A program, so that no journey opens a database itself: migrates that of KAIKA_DATABASE_OWNER_URL for the server of DATABASE_URL, creates a funded account
 * holder who may have many cards, and prints the credentials.
 */
import { readSecrets } from '#server/core/settings/config.ts'
import { compose } from '#server/core/composition.ts'
import { composition } from '#server/modules.ts'
import { closeDb, db, openDb, sql } from '#server/core/db.ts'
import { useIdentity } from '#server/identity/identity.ts'
import { migrate } from '#server/core/database/migrate.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { newAccount, signIn } from '../world.ts'

const url = process.env.DATABASE_URL!
await migrate(process.env.KAIKA_DATABASE_OWNER_URL!, { serverUrl: url })
compose(composition)
openDb(url, { connections: 2 })
useSecrets(readSecrets(process.env.KAIKA_DATA!))
useIdentity({ captcha: false, memoryKiB: 64 })
const person = await newAccount({ balanceCents: 500_000_00, plan: 'ENTERPRISE' })
await sql`UPDATE account SET identity = 'PASSED' WHERE account_id = ${person.accountId}`.execute(db)
const { mobile, password } = person
console.log(JSON.stringify({ mobile, password, tokens: await signIn(person) }))
await closeDb()
