/** The service's own people for the matrix: one of every role alone, one with all of them, one who was disabled. */
import { alarmKinds, closeAlarm } from '#contract/staff/alarms.ts'
import { isStaffWho, type Call } from '#contract/core/call.ts'
import type { RefusalName } from '#contract/core/refusals.ts'
import { keysOfRoles, staffRoleNames, type StaffKey, type StaffRole } from '#contract/core/staffRoles.ts'
import { now } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { newStaff, staffToken, type Colleague } from '../staff.ts'
import type { Asker } from './makings.ts'

export type Clerk = Asker & {
  name: string
  colleague: Colleague
  roles: readonly StaffRole[]
  disabled?: true
  /** Of a session that lives: some calls end the one that makes them. */
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

/** Said again from the tables. Nothing for what depends on the thing asked about, not on who asks: any staff may ask. */
export function expectedOfStaff(row: Call, { roles, disabled }: Clerk): RefusalName | 'granted' | undefined {
  if (row.who === 'public' || row.who === 'client') return undefined // nobody's token is looked at
  if (!isStaffWho(row.who)) return 'signed_out'
  if (disabled) return 'login_frozen'
  if (row === closeAlarm) return seesJobAlarms(roles) ? 'granted' : 'not_found'
  if (row.who === 'staff') return roles.length > 1 || !('approvalId' in shapeOf(row)) ? 'granted' : undefined
  return keysOfRoles(roles).has(row.who as StaffKey) ? 'granted' : 'not_permitted'
}

/** Any staff may ask; an alarm that none of their keys opens does not exist for them. The one asked about is of a job. */
const seesJobAlarms = (roles: readonly StaffRole[]): boolean =>
  alarmKinds.JOB_GIVEN_UP.for.some((key) => keysOfRoles(roles).has(key))

const shapeOf = (row: Call): object => (row.input as unknown as { shape?: object }).shape ?? {}
