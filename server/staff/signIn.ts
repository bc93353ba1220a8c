import type * as contract from '../../contract/staff.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Answer } from '../answer.ts'
import { ahead } from '../clock.ts'
import { db, transaction } from '../db.ts'
import { forget, passwordFits, takeOne } from '../identity/identity.ts'
import { newId } from '../ids.ts'
import { lookupHash, unseal } from '../secrets.ts'
import { hashStaffToken, newStaffToken, STAFF_SESSION_MS, staffOf } from './authenticate.ts'
import { recordAtDoor, recordStaff } from './chain/record.ts'
import { endStaffSessions, insertStaffSession, staffByName, takeStep } from './queries.ts'
import { selfOf } from './self.ts'
import { stepOf } from './totp.ts'

const MOST_SESSIONS = 3

/**
 * Name, password and authenticator in one step with one refusal. A name has five tries in a quarter of an hour, counted
 * before anything is judged, for names that nobody has as well.
 */
export const staffSignIn: Answer<typeof contract.staffSignIn> = async ({ from }, { username, password, code }) => {
  const name = username.toLowerCase()
  const person = await staffByName(db, name)
  const key = lookupHash('staff', name).toString('hex')
  // Not written down: the five before it are, and a log that only grows is not for strangers to fill.
  if (!(await takeOne('staff.try', key))) throw refuse('code_locked')
  const fits = await passwordFits(person?.password_hash, password)
  const step = person && fits ? stepOf(unseal(person.staff_id, person.secret_enc), code) : undefined
  // The step is taken last: a wrong password must not use up the code of whoever is signing in at this moment.
  if (!person || person.disabled_at || step === undefined || !(await takeStep(db, person.staff_id, step))) {
    await recordAtDoor(person, name, from, !fits ? 'password' : person?.disabled_at ? 'disabled' : 'code')
    throw refuse('credentials_wrong', { field: 'password' })
  }
  await forget('staff.try', key)
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
    await endStaffSessions(tx, person.staff_id, 'replaced', MOST_SESSIONS)
    await recordStaff(tx, staff, {
      action: 'SIGN_IN',
      target: person.login_name,
      content: { cn: '登录工作台', en: 'Signed in at the desk' },
    })
  })
  return { access_token: token, access_overtime: expiresAt.getTime(), staff: selfOf(staff, expiresAt) }
}
