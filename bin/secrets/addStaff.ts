/** Adds a person to the desk of an installation without a demo (docs/operate/real.md): `bin/staff LOGIN ROLES NAME NAME-IN-ENGLISH`. Prints password and authenticator once. */
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { staffRoles, type StaffRole } from '#contract/core/staffRoles.ts'
import { compose } from '#server/core/composition.ts'
import { closeDb, openDb, transaction } from '#server/core/db.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { ConfigProblem } from '#server/core/settings/settings.ts'
import { hashPassword, useIdentity } from '#server/identity/identity.ts'
import { composition } from '#server/modules.ts'
import { readKeySettings } from '#server/outside/keys/keyWrapping.ts'
import { openSecrets } from '#server/outside/keys/openSecrets.ts'
import { addStaff, recordDesk } from '#server/staff/staff.ts'
import { borrowDatabase } from '../demoDatabase.ts'

const [loginName = '', names = '', cn = '', en = cn] = process.argv.slice(2)
const roles = names.split(',') as StaffRole[]
const unknown = roles.filter((role) => !Object.hasOwn(staffRoles, role))
if (!/^[a-z][a-z0-9]{1,29}$/.test(loginName) || unknown.length || !cn) {
  console.error(
    `bin/staff LOGIN ROLES NAME NAME-IN-ENGLISH: a login of small letters and digits, and some of ${Object.keys(staffRoles).join(', ')}`,
  )
  process.exit(1)
}
const secrets = await openSecrets(readKeySettings()).catch((error: unknown) => {
  if (!(error instanceof ConfigProblem)) throw error
  console.error(error.message)
  process.exit(1)
})
const { url, stop } = await borrowDatabase()
compose(composition)
useSecrets(secrets)
useIdentity({ captcha: true })
openDb(url, { connections: 1 })
const password = randomBytes(12).toString('base64url')
const secret = new Secret({ size: 20 })
const passwordHash = await hashPassword(password)
const isNew = await transaction(async (tx) => {
  const added = await addStaff(tx, { loginName, name: { cn, en }, passwordHash, secret: secret.base32, roles })
  if (added === undefined) return false // the login name is taken
  await recordDesk(tx, {
    action: 'STAFF',
    target: loginName,
    content: { cn: `由运维添加员工 ${cn}`, en: `${en} was added by the operator` },
    after: { roles },
  })
  return true
})
const { href } = new URL(new TOTP({ issuer: 'Kaika', label: loginName, secret }).toString())
console.log(
  isNew
    ? `${loginName}\n  password       ${password}\n  authenticator  ${secret.base32}\n                 ${href}`
    : `${loginName} is there already`,
)
process.exitCode = isNew ? 0 : 1
await closeDb()
await stop()
