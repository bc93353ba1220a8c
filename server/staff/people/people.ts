import * as z from 'zod'
import type * as contract from '#contract/staff/staff.ts'
import { staffRoles, type StaffRole } from '#contract/core/staffRoles.ts'
import { flag, type Lang, type Words } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { seal } from '#server/core/secrets.ts'
import { passwordFits } from '#server/identity/identity.ts'
import { waitingByLane } from '../approvals/queries.ts'
import { fullName } from '../signIn/authenticate.ts'
import { recordStaff } from '../chain/record.ts'
import {
  enabledStaff,
  endStaffSessions,
  lockStaff,
  staffById,
  staffPage,
  updateDisabled,
  insertStaff,
  updateRoles,
  type StaffPerson,
} from '../signIn/queries.ts'
import { approvable } from '../approvals/approvable.ts'

export const listStaff: Answer<typeof contract.listStaff> = async ({ from: { lang } }, input) => {
  const [{ rows, count }, pending] = await Promise.all([staffPage(db, input), waitingByLane(db, 'staff.roles')])
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
    pageNo: input.pageNo,
    pageSize: input.pageSize,
    haveNext: count > input.pageNo * input.pageSize,
    summary: undefined,
  }
}

const rolesOf = (roles: readonly string[], lang: Lang) =>
  roles
    .filter((role): role is StaffRole => Object.hasOwn(staffRoles, role))
    .map((role) => ({ role, name: staffRoles[role].name[lang] }))

/** Takes effect immediately on every server, because the session is looked up on every call. */
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

/** Adds a member of staff with the authenticator's secret (base32). An existing login name is left unchanged. */
export async function addStaff(
  tx: Tx,
  input: {
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
    loginName: input.loginName,
    nameCn: input.name.cn,
    nameEn: input.name.en,
    passwordHash: input.passwordHash,
    secretEnc: seal(staffId, input.secret),
    roles: input.roles,
  })
  return (await staffById(tx, staffId))?.staff_id
}

/** Login names of those who may sign in with this password, at twenty milliseconds a person. */
export async function staffWithPassword(password: string): Promise<string[]> {
  const staff = await enabledStaff(db)
  const fits = await Promise.all(staff.map((person) => passwordFits(person.password_hash, password)))
  return staff.filter((_, at) => fits[at]).map(({ login_name }) => login_name)
}

const roles = z.array(z.string())

/** Two people change the roles of a third, never their own. */
export const staffRolesApproval = approvable('staff.roles', {
  payload: z.object({ staffId: z.string(), from: roles, to: roles }),
  shows: async (tx, { staffId, from, to }) => ({
    target: (await personOf(tx, staffId)).login_name,
    onlyOne: staffId,
    lines: [{ label: { cn: '角色', en: 'Roles' }, before: worded(from), after: worded(to) }],
  }),
  apply: async (tx, { staffId, from, to }, { maker, checker, reason }) => {
    if (checker.staffId === staffId) throw refuse('own_person')
    const person = await lockStaff(tx, staffId)
    if (!person) throw refuse('not_found')
    if ([...person.roles].sort().join() !== from.join()) throw refuse('approval_changed')
    await updateRoles(tx, staffId, to)
    await endStaffSessions(tx, staffId, 'roles') // signs in again with the new rights
    await recordStaff(tx, checker, {
      action: 'STAFF',
      target: person.login_name,
      reason,
      content: {
        cn: `变更 ${fullName(person)} 的角色，经办 ${maker.name}`,
        en: `Changed the roles of ${fullName(person)}, requested by ${maker.name}`,
      },
      before: { roles: from },
      after: { roles: to },
    })
  },
})

async function personOf(tx: Tx, staffId: string): Promise<StaffPerson> {
  const person = await staffById(tx, staffId)
  if (!person) throw refuse('not_found')
  return person
}

const worded = (names: readonly string[]): Words => {
  const known = names.filter((name): name is StaffRole => Object.hasOwn(staffRoles, name))
  return {
    cn: known.map((name) => staffRoles[name].name.cn).join('、'),
    en: known.map((name) => staffRoles[name].name.en).join(', '),
  }
}
