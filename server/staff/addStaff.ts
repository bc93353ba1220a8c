import type { StaffRole } from '#contract/core/staffRoles.ts'
import type { Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import { seal } from '../core/secrets.ts'
import { insertStaff, staffById } from './queries.ts'

/** A person of the staff, with the authenticator's secret (base32). One whose login name is taken is left as they are. */
export async function addStaff(
  tx: Tx,
  wish: {
    loginName: string
    name: { cn: string; en: string }
    passwordHash: string
    secret: string
    roles: readonly StaffRole[]
  },
): Promise<string | undefined> {
  const staffId = newId('stf')
  await insertStaff(tx, {
    staffId,
    loginName: wish.loginName,
    nameCn: wish.name.cn,
    nameEn: wish.name.en,
    passwordHash: wish.passwordHash,
    secretEnc: seal(staffId, wish.secret),
    roles: wish.roles,
  })
  return (await staffById(tx, staffId))?.staff_id
}
