import { createHash, randomBytes } from 'node:crypto'
import { keysOfRoles, staffRoles, type StaffRole } from '#contract/core/staffRoles.ts'
import { refuse, type RefusalName } from '#contract/core/refusals.ts'
import type { Caller, Staff } from '#server/core/actor.ts'
import { ago, HOUR, MINUTE, nowMs } from '#server/core/clock.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { isPasskeyRequired } from './passkeyRule.ts'
import {
  endStaffSession,
  markStaffActive,
  namesOf,
  sessionByToken,
  type EndReason,
  type StaffPerson,
  type StaffSessionRow,
} from './queries.ts'

/** Sessions of staff end when idle, and at the latest after a working day. */
export const STAFF_IDLE_MS = 30 * MINUTE
export const STAFF_SESSION_MS = 10 * HOUR

/** 256 random bits. The prefix distinguishes it from every account holder's token. */
export const newStaffToken = (): string => `ks_${randomBytes(32).toString('base64url')}`
export const hashStaffToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const endRefusal = {
  signed_out: 'revoked',
  idle: 'idle',
  replaced: 'revoked',
  disabled: 'login_frozen',
  roles: 'revoked',
} as const satisfies Record<EndReason, RefusalName>

/** The person who holds this token. Looked up on every call, so that a disabled person is out immediately. */
export async function authenticateStaff(token: string, from: Caller): Promise<Staff> {
  const session = await sessionByToken(hashStaffToken(token))
  if (!session) throw refuse('signed_out')
  if (session.ended_why) throw refuse(endRefusal[session.ended_why])
  if (session.disabled_at) throw refuse('login_frozen')
  if (session.expires_at.getTime() <= nowMs()) throw refuse('signed_out')
  if (nowMs() - session.last_active_at.getTime() >= STAFF_IDLE_MS) {
    await endStaffSession(db, session.session_id, 'idle')
    throw refuse('idle')
  }
  if (session.last_active_at.getTime() <= nowMs() - MINUTE) await markStaffActive(db, session.session_id, ago(MINUTE))
  return staffOf(session, session.session_id, from)
}

export const fullName = ({ name_cn, name_en }: Pick<StaffPerson, 'name_cn' | 'name_en'>): string =>
  name_cn === name_en ? name_cn : `${name_cn} ${name_en}`

export const staffOf = (
  person: Pick<StaffSessionRow, 'staff_id' | 'login_name' | 'name_cn' | 'name_en' | 'roles'> & {
    has_passkey?: boolean
  },
  sessionId: string,
  from: Caller,
): Staff => {
  const lacksPasskey = isPasskeyRequired() && !person.has_passkey
  return {
    kind: 'staff',
    staffId: person.staff_id,
    sessionId,
    loginName: person.login_name,
    name: fullName(person),
    roles: person.roles.filter((role): role is StaffRole => Object.hasOwn(staffRoles, role)),
    may: lacksPasskey ? new Set() : keysOfRoles(person.roles),
    lacksPasskey,
    from,
  }
}

/** Names of staff by id. */
export async function staffNames(on: Tx | Database, staffIds: readonly string[]): Promise<Map<string, string>> {
  if (!staffIds.length) return new Map()
  return new Map((await namesOf(on, staffIds)).map((row) => [row.staff_id, fullName(row)]))
}
