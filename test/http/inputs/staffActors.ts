/** Staff for the matrix: one per single role, one with all roles, one disabled. */
import { alarmKinds, closeAlarm } from '#contract/staff/alarms.ts'
import { isStaffWho, type Call } from '#contract/core/call.ts'
import type { RefusalName } from '#contract/core/refusals.ts'
import { keysOfRoles, staffRoleNames, type StaffKey, type StaffRole } from '#contract/core/staffRoles.ts'
import { now } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { newStaff, staffToken, type Colleague } from '#test/fixtures/staff.ts'
import type { Asker } from './fixtures.ts'

export type Clerk = Asker & {
  name: string
  colleague: Colleague
  roles: readonly StaffRole[]
  disabled?: true
  /** A token of a live session: some calls end the caller's session. */
  token(): Promise<string>
}

export async function staffCast(about: Asker): Promise<Clerk[]> {
  const hired = async (name: string, roles: readonly StaffRole[]): Promise<Clerk> => {
    const colleague = await newStaff(roles)
    return { ...about, name, colleague, roles, token: () => staffToken(colleague) }
  }
  const alone = await Promise.all(staffRoleNames.map((role) => hired(`staff, ${role} alone`, [role])))
  const gone = await hired('staff, disabled', staffRoleNames)
  await sql`UPDATE staff SET disabled_at = ${now()} WHERE staff_id = ${gone.colleague.staffId}`.execute(db)
  return [await hired('staff, every role', staffRoleNames), ...alone, { ...gone, disabled: true }]
}

/** The expected result, derived independently from the tables. Undefined if it depends on the thing requested and not on the caller: any staff may call it. */
export function expectedOfStaff(row: Call, { roles, disabled }: Clerk): RefusalName | 'granted' | undefined {
  if (row.who === 'public' || row.who === 'client') return undefined // tokens are not checked there
  if (!isStaffWho(row.who)) return 'signed_out'
  if (disabled) return 'login_frozen'
  if (row === closeAlarm) return seesJobAlarms(roles) ? 'granted' : 'not_found'
  if (row.who === 'staff') return roles.length > 1 || !('approvalId' in shapeOf(row)) ? 'granted' : undefined
  return keysOfRoles(roles).has(row.who as StaffKey) ? 'granted' : 'not_permitted'
}

/** Any staff may call it; an alarm that none of their keys opens does not exist for them. The requested one is about a job. */
const seesJobAlarms = (roles: readonly StaffRole[]): boolean =>
  alarmKinds.JOB_GIVEN_UP.for.some((key) => keysOfRoles(roles).has(key))

const shapeOf = (row: Call): object => (row.input as unknown as { shape?: object }).shape ?? {}
