import type * as contract from '#contract/staff/staff.ts'
import { staffRoles, type StaffRole } from '#contract/core/staffRoles.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'
import { db } from '../core/db.ts'
import { waitingByLane } from './approvals/queries.ts'
import { fullName } from './authenticate.ts'
import { staffRolesApproval } from './changeRoles.ts'
import { recordStaff } from './chain/record.ts'
import { endStaffSessions, lockStaff, staffById, staffPage, updateDisabled } from './queries.ts'

export const listStaff: Answer<typeof contract.listStaff> = async ({ from: { lang } }, wish) => {
  const [{ rows, count }, pending] = await Promise.all([staffPage(db, wish), waitingByLane(db, 'staff.roles')])
  return {
    data: rows.map((row) => ({
      staffId: row.staff_id,
      loginName: row.login_name,
      name: lang === 'cn' ? row.name_cn : row.name_en,
      roles: rolesOf(row.roles, lang),
      disabled: flag(row.disabled_at),
      lastActiveTime: row.last_active_at?.getTime() ?? null,
      createTime: row.created_at.getTime(),
      pendingApprovalId: pending.get(row.staff_id) ?? null,
    })),
    total: count,
    pageNo: wish.pageNo,
    pageSize: wish.pageSize,
    haveNext: count > wish.pageNo * wish.pageSize,
    summary: undefined,
  }
}

const rolesOf = (roles: readonly string[], lang: Lang) =>
  roles
    .filter((role): role is StaffRole => Object.hasOwn(staffRoles, role))
    .map((role) => ({ role, name: staffRoles[role].name[lang] }))

/** Out at once, on every server: the session is looked up on every call. */
export const disableStaff: Answer<typeof contract.disableStaff> = async (staff, { staffId, disabled, reason }, tx) => {
  if (staffId === staff.staffId) throw refuse('own_person')
  const person = await lockStaff(tx, staffId)
  if (!person) throw refuse('not_found')
  if (!!person.disabled_at === disabled) throw refuse('conflict')
  await updateDisabled(tx, staffId, disabled)
  if (disabled) await endStaffSessions(tx, staffId, 'disabled')
  await recordStaff(tx, staff, {
    action: 'STAFF',
    target: person.login_name,
    reason,
    content: disabled
      ? { cn: `停用员工 ${fullName(person)}`, en: `Disabled ${fullName(person)}` }
      : { cn: `启用员工 ${fullName(person)}`, en: `Enabled ${fullName(person)}` },
    before: { disabled: !disabled },
    after: { disabled },
  })
  return { staffId, disabled: flag(disabled) }
}

export const changeStaffRoles: Answer<typeof contract.changeStaffRoles> = async (
  staff,
  { staffId, roles, reason },
  tx,
) => {
  if (staffId === staff.staffId) throw refuse('own_person')
  const person = await staffById(tx, staffId)
  if (!person) throw refuse('not_found')
  const wanted = [...new Set(roles)].sort()
  const had = [...person.roles].sort()
  if (wanted.join() === had.join()) throw refuse('conflict')
  return { approvalId: await staffRolesApproval.propose(tx, staff, { staffId, from: had, to: wanted }, reason) }
}
