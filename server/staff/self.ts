import type * as contract from '#contract/staff/staff.ts'
import type { StaffSelf } from '#contract/staff/staff.ts'
import { staffRoles } from '#contract/core/staffRoles.ts'
import type { Staff } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { db, transaction } from '../core/db.ts'
import { STAFF_IDLE_MS } from './authenticate.ts'
import { recordStaff } from './chain/record.ts'
import { endStaffSession, expiryOf } from './queries.ts'

export const selfOf = (staff: Staff, expiresAt: Date): StaffSelf => ({
  staffId: staff.staffId,
  loginName: staff.loginName,
  name: staff.name,
  roles: staff.roles.map((role) => ({ role, name: staffRoles[role].name[staff.from.lang] })),
  keys: [...staff.may],
  expireTime: expiresAt.getTime(),
  idleMs: STAFF_IDLE_MS,
})

export const staffSelf: Answer<typeof contract.staffSelf> = async (staff) =>
  selfOf(staff, (await expiryOf(db, staff.sessionId)).expires_at)

export const staffSignOut: Answer<typeof contract.staffSignOut> = async (staff) => {
  await transaction(async (tx) => {
    await endStaffSession(tx, staff.sessionId, 'signed_out')
    await recordStaff(tx, staff, {
      action: 'SIGN_OUT',
      target: staff.loginName,
      content: { cn: '退出工作台', en: 'Signed out of the desk' },
    })
  })
  return {}
}
