import * as z from 'zod'
import type { Words } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import { staffRoles, type StaffRole } from '#contract/core/staffRoles.ts'
import type { Tx } from '../core/db.ts'
import { approvable } from './approvals/approvable.ts'
import { fullName } from './authenticate.ts'
import { recordStaff } from './chain/record.ts'
import { endStaffSessions, lockStaff, staffById, updateRoles, type StaffPerson } from './queries.ts'

const roles = z.array(z.string())

/** Who may do what is changed by two people, and never by the one whom it is about. */
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
    await endStaffSessions(tx, staffId, 'roles') // signs in again with what it may now
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
