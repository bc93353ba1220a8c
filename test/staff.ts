/** The service's own people in tests: hired with roles, signed in at the desk, requesting and approving. */
import { randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'
import sharp from 'sharp'
import { staffRoleNames, type StaffRole } from '#contract/core/staffRoles.ts'
import type { Staff } from '#server/core/actor.ts'
import { ahead, HOUR, now } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { hashPassword } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { approvalAnswers, staffAnswers } from '#server/staff/module.ts'
import { hashStaffToken, newStaffToken, staffOf } from '#server/staff/signIn/authenticate.ts'
import { addStaff, codeAt } from '#server/staff/staff.ts'
import { caller, PASSWORD, stranger } from './world.ts'

export type Colleague = Staff & { readonly secret: string; readonly password: string }

let hash: Promise<string> | undefined

/** With all roles unless some are given. Not signed in: an actor as the desk would create it. */
export async function newStaff(roles: readonly StaffRole[] = staffRoleNames): Promise<Colleague> {
  const secret = new Secret({ size: 20 }).base32
  const loginName = `s${randomBytes(5).toString('hex')}`
  const passwordHash = await (hash ??= hashPassword(PASSWORD))
  const name = { cn: `员工${loginName.slice(1, 4)}`, en: `Staff ${loginName.slice(1, 4)}` }
  const staffId = await transaction((tx) => addStaff(tx, { loginName, name, passwordHash, secret, roles }))
  const person = { staff_id: staffId!, login_name: loginName, name_cn: name.cn, name_en: name.en, roles: [...roles] }
  return { ...staffOf(person, newId('sss'), caller()), secret, password: PASSWORD }
}

/** By the real sign-in, with name, password and a code of the authenticator. */
export const signsInAtDesk = ({ loginName, password, secret }: Colleague, more: { code?: string } = {}) =>
  staffAnswers.staffSignIn(stranger(), { username: loginName, password, code: codeAt(secret), ...more })

/** A session without the sign-in, for tests about something else. */
export async function staffToken({ staffId }: Staff): Promise<string> {
  const token = newStaffToken()
  await sql`
    INSERT INTO staff_session (session_id, staff_id, token_hash, expires_at, last_active_at, ip, device, created_at)
    VALUES (${newId('sss')}, ${staffId}, ${hashStaffToken(token)}, ${ahead(8 * HOUR)}, ${now()}, '127.0.0.1', 'test', ${now()})`.execute(
    db,
  )
  return token
}

/** A change of someone's roles that waits for its checker. */
export async function someApproval(maker?: Staff): Promise<string> {
  const [from, about] = [maker ?? (await newStaff(['ADMIN'])), await newStaff(['SUPPORT'])]
  const { approvalId } = await transaction((tx) =>
    staffAnswers.changeStaffRoles(
      from,
      { staffId: about.staffId, roles: ['KYC'], reason: 'moves to another desk' },
      tx,
    ),
  )
  return approvalId
}

/** Uploaded, and not attached to anything yet. */
export async function anAttachment(staff: Staff): Promise<string> {
  const bytes = await sharp({ create: { width: 40, height: 25, channels: 3, background: '#0f766e' } })
    .png()
    .toBuffer()
  const file = { name: 'ticket 4711.png', size: bytes.length, sha256: '', bytes }
  return (await approvalAnswers.uploadAttachment(staff, { file })).fileId
}

export const approves = (checker: Staff, approvalId: string, reason = '') =>
  transaction((tx) => approvalAnswers.approve(checker, { approvalId, reason }, tx))
export const rejects = (checker: Staff, approvalId: string, reason = 'not like this') =>
  transaction((tx) => approvalAnswers.reject(checker, { approvalId, reason }, tx))

/** The audit's content, oldest first: `STAFF support1 …`. */
export async function auditOf({ staffId }: Pick<Staff, 'staffId'>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    SELECT action || ' ' || target AS line FROM staff_audit WHERE staff_id = ${staffId} ORDER BY chain, seq`.execute(db)
  return rows.map(({ line }) => line)
}
