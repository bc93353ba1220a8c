/**
 * A program, so that no journey opens a database itself: migrates that of DATABASE_URL, makes an account holder in it who
 * may have many cards, with money, and prints the way in.
 */
import { readSecrets } from '../../server/config.ts'
import { closeDb, openDb } from '../../server/db.ts'
import { useIdentity } from '../../server/identity/identity.ts'
import { migrate } from '../../server/migrate.ts'
import { useSecrets } from '../../server/secrets.ts'
import { aHolder } from '../http/cast.ts'
import { signIn } from '../world.ts'

const url = process.env.DATABASE_URL!
await migrate(url)
openDb(url, { connections: 2 })
useSecrets(readSecrets(process.env.KAIKA_DATA!))
useIdentity({ captcha: false, memoryKiB: 64 })
const { person } = await aHolder()
const { mobile, password } = person
console.log(JSON.stringify({ mobile, password, tokens: await signIn(person) }))
await closeDb()
