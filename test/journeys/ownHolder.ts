/**
 * A program, so that no journey opens a database itself: migrates that of KAIKA_DATABASE_OWNER_URL for the server of DATABASE_URL, creates a funded account
 * holder who may have many cards and a member of staff who decides about risks, and prints the credentials of both.
 */
import { readSecrets } from '#server/core/settings/storedSecrets.ts'
import { compose } from '#server/core/composition.ts'
import { composition } from '#server/modules.ts'
import { closeDb, openDb, transaction } from '#server/core/db.ts'
import { passOnPaper, useIdentity } from '#server/identity/identity.ts'
import { migrate } from '#server/core/database/migrate.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { newStaff, staffToken } from '../fixtures/staff.ts'
import { newAccount, signIn } from '../world.ts'

const url = process.env.DATABASE_URL!
await migrate(process.env.KAIKA_DATABASE_OWNER_URL!, { serverUrl: url })
compose(composition)
openDb(url, { connections: 2 })
useSecrets(readSecrets(process.env.KAIKA_DATA!))
useIdentity({ captcha: false, memoryKiB: 64 })
const person = await newAccount({ balanceCents: 500_000_00, plan: 'ENTERPRISE' })
const address = { street: '1 Cedar Avenue', city: 'Portland', state: 'OR', zipCode: '97201', country: 'US' }
const cardholder = { firstName: 'Ana', lastName: 'Lopez', ...address }
await transaction((tx) => passOnPaper(tx, person.accountId, { realName: 'Ana Lopez', idNo: 'E00000001', cardholder }))
const { mobile, password } = person
const holder = { mobile, password, tokens: await signIn(person) }
console.log(JSON.stringify({ holder, staffToken: await staffToken(await newStaff(['RISK'])) }))
await closeDb()
