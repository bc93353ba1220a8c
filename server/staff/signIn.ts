import type * as contract from '#contract/staff/staff.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'
import { inRanges } from '../core/addresses.ts'
import { ago, ahead, DAY } from '../core/clock.ts'
import { db, transaction } from '../core/db.ts'
import {
  originOf,
  passwordFits,
  rememberBrowser,
  takeTry,
  tryWasRight,
  tryWasWrong,
  type Try,
} from '../identity/identity.ts'
import { newId } from '../core/ids.ts'
import { lookupHash, unseal } from '../core/secrets.ts'
import { hashStaffToken, newStaffToken, STAFF_SESSION_MS, staffOf } from './authenticate.ts'
import { recordAtDoor, recordStaff } from './chain/record.ts'
import { endStaffSessions, insertStaffSession, staffByName, staffSeen, takeStep } from './queries.ts'
import { selfOf } from './self.ts'
import { stepOf } from './totp.ts'

const MOST_SESSIONS = 3

let addresses: ((address: string) => boolean) | undefined
/** Where staff may sign in from (`KAIKA_STAFF_ADDRESSES`). None: anywhere. */
export const useStaffAddresses = (ranges: readonly string[]): void =>
  void (addresses = ranges.length ? inRanges(ranges) : undefined)
const mayComeFrom = (ip: string): boolean => addresses === undefined || addresses(ip)

/**
 * Name, password and authenticator in one step with one refusal. Tries are counted by name and origin, before anything is
 * judged, for names that nobody has as well: strangers' tries keep nobody out who signs in from a known device or from
 * one of the addresses that staff sign in from.
 */
export const staffSignIn: Answer<typeof contract.staffSignIn> = async ({ from }, { username, password, code }) => {
  if (!mayComeFrom(from.ip)) throw refuse('not_permitted')
  const name = username.toLowerCase()
  const person = await staffByName(db, name)
  const seen = await staffSeen(db, person?.staff_id ?? '', from, ago(90 * DAY))
  const origin = await originOf(person?.staff_id, from, seen)
  const one: Try = {
    subject: 'staff',
    name: lookupHash('staff', name).toString('hex'),
    owner: person?.staff_id,
    origin: { ...origin, known: origin.known || addresses !== undefined },
  }
  // Not written down: the five before it are, and a log that only grows is not for strangers to fill.
  await takeTry(one)
  const fits = await passwordFits(person?.password_hash, password)
  const step = person && fits ? stepOf(unseal(person.staff_id, person.secret_enc), code) : undefined
  // The step is taken last: a wrong password must not use up the code of whoever is signing in at this moment.
  if (!person || person.disabled_at || step === undefined || !(await takeStep(db, person.staff_id, step))) {
    await tryWasWrong(one)
    await recordAtDoor(person, name, from, !fits ? 'password' : person?.disabled_at ? 'disabled' : 'code')
    throw refuse('credentials_wrong', { field: 'password' })
  }
  await tryWasRight(one)
  const [token, sessionId, expiresAt] = [newStaffToken(), newId('sss'), ahead(STAFF_SESSION_MS)]
  const staff = staffOf(person, sessionId, from)
  await transaction(async (tx) => {
    await insertStaffSession(tx, {
      sessionId,
      staffId: person.staff_id,
      tokenHash: hashStaffToken(token),
      expiresAt,
      from,
    })
    await rememberBrowser(tx, person.staff_id, from)
    await endStaffSessions(tx, person.staff_id, 'replaced', MOST_SESSIONS)
    await recordStaff(tx, staff, {
      action: 'SIGN_IN',
      target: person.login_name,
      content: { cn: '登录工作台', en: 'Signed in at the desk' },
    })
  })
  return { access_token: token, access_overtime: expiresAt.getTime(), staff: selfOf(staff, expiresAt) }
}
