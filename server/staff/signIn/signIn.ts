import { Secret, TOTP } from 'otpauth'
import type * as contract from '#contract/staff/staff.ts'
import type { Output } from '#contract/core/call.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { StaffSelf } from '#contract/staff/staff.ts'
import { flag } from '#contract/core/fields.ts'
import { staffRoles } from '#contract/core/staffRoles.ts'
import { countSignIn } from '#server/audit/audit.ts'
import type { Answer } from '#server/core/answer.ts'
import { inRanges } from '#server/core/addresses.ts'
import { ago, ahead, DAY, nowMs } from '#server/core/clock.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import {
  originOf,
  passwordFits,
  rememberBrowser,
  takeTry,
  tryWasRight,
  tryWasWrong,
  type Try,
} from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { referenceHash, unseal } from '#server/core/secrets.ts'
import type { Caller, Staff } from '#server/core/actor.ts'
import { recordAtDoor, recordStaff } from '../chain/record.ts'
import { hashStaffToken, newStaffToken, STAFF_SESSION_MS, staffOf, STAFF_IDLE_MS } from './authenticate.ts'
import {
  endStaffSessions,
  insertStaffSession,
  staffByName,
  staffSeen,
  takeStep,
  endStaffSession,
  expiryOf,
  hasPasskey,
} from './queries.ts'
import { isPasskeyRequired } from './passkeyRule.ts'

const MOST_SESSIONS = 3

let addresses: ((address: string) => boolean) | undefined
/** Addresses that staff may sign in from (`KAIKA_STAFF_ADDRESSES`). None: any. */
export const useStaffAddresses = (ranges: readonly string[]): void =>
  void (addresses = ranges.length ? inRanges(ranges) : undefined)
export function requireStaffAddress({ ip }: Pick<Caller, 'ip'>): void {
  if (addresses && !addresses(ip)) throw refuse('not_permitted')
}

/** An attempt at this name. One with a passkey counts like one with the authenticator's digits. */
export async function tryOf(person: { staff_id: string } | undefined, name: string, from: Caller): Promise<Try> {
  const seen = await staffSeen(db, person?.staff_id ?? '', from, ago(90 * DAY))
  const origin = await originOf(person && { staffId: person.staff_id }, from, seen)
  return {
    subject: 'staff',
    name: referenceHash('staff', name).toString('hex'),
    owner: person?.staff_id,
    origin: { ...origin, known: origin.known || addresses !== undefined },
  }
}

/**
 * Name, password and authenticator in one step with one refusal. Attempts are counted by name and origin before anything is checked, also for unknown names:
 * strangers' attempts do not lock out anyone who signs in from a known device or a staff address.
 */
export const staffSignIn: Answer<typeof contract.staffSignIn> = async ({ from }, { username, password, code }) => {
  requireStaffAddress(from)
  const name = username.toLowerCase()
  const person = await staffByName(db, name)
  const one = await tryOf(person, name, from)
  // Not logged: the five tries before it are, and strangers must not be able to fill an append-only log.
  await takeTry(one)
  const fits = await passwordFits(person?.password_hash, password)
  const step = person && fits ? stepOf(unseal(person.staff_id, person.secret_enc), code) : undefined
  // The step is taken last: a wrong password must not consume the code of someone who is signing in at this moment.
  if (!person || person.disabled_at || step === undefined || !(await takeStep(db, person.staff_id, step))) {
    await tryWasWrong(one)
    countSignIn('STAFF', { failed: true })
    await recordAtDoor(person, name, from, !fits ? 'password' : person?.disabled_at ? 'disabled' : 'code')
    throw refuse('credentials_wrong', { field: 'password' })
  }
  await tryWasRight(one)
  // Only somebody with password and authenticator learns it.
  if (isPasskeyRequired() && (await hasPasskey(db, person.staff_id))) throw refuse('passkey_required')
  return transaction(async (tx) => (await openSession(tx, person, from)).answer)
}

/** Of somebody who has proved who they are. The newest few sessions of a person stay. */
export async function openSession(
  tx: Tx,
  person: Parameters<typeof staffOf>[0],
  from: Caller,
): Promise<{ sessionId: string; answer: Output<typeof contract.staffSignIn> }> {
  countSignIn('STAFF', { failed: false })
  const [token, sessionId, expiresAt] = [newStaffToken(), newId('sss'), ahead(STAFF_SESSION_MS)]
  const staff = staffOf({ ...person, has_passkey: await hasPasskey(tx, person.staff_id) }, sessionId, from)
  await insertStaffSession(tx, {
    sessionId,
    staffId: person.staff_id,
    tokenHash: hashStaffToken(token),
    expiresAt,
    from,
  })
  await rememberBrowser(tx, staff, from)
  await endStaffSessions(tx, person.staff_id, 'replaced', MOST_SESSIONS)
  await recordStaff(tx, staff, {
    action: 'SIGN_IN',
    target: person.login_name,
    content: { cn: '登录工作台', en: 'Signed in at the desk' },
  })
  const answer = { access_token: token, access_overtime: expiresAt.getTime(), staff: selfOf(staff, expiresAt) }
  return { sessionId, answer }
}

const PERIOD_S = 30

/** RFC 6238 as every authenticator app implements it: SHA-1, six digits, thirty seconds. */
export const totpOf = (secret: string, label?: string): TOTP =>
  new TOTP({
    ...{ issuer: 'Kaika', secret: Secret.fromBase32(secret), digits: 6, period: PERIOD_S, algorithm: 'SHA1' },
    ...(label !== undefined && { label }),
  })

/** Returns this code's time step: the current one, the one before or after it. Undefined if none matches. */
export function stepOf(secret: string, code: string): number | undefined {
  const timestamp = nowMs()
  const delta = totpOf(secret).validate({ token: code, window: 1, timestamp })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_S) + delta
}

export const codeAt = (secret: string, ms: number = nowMs()): string => totpOf(secret).generate({ timestamp: ms })

const selfOf = (staff: Staff, expiresAt: Date): StaffSelf => ({
  staffId: staff.staffId,
  loginName: staff.loginName,
  name: staff.name,
  roles: staff.roles.map((role) => ({ role, name: staffRoles[role].name[staff.from.lang] })),
  keys: [...staff.may],
  expireTime: expiresAt.getTime(),
  idleMs: STAFF_IDLE_MS,
  passkeyNeeded: flag(staff.lacksPasskey),
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
