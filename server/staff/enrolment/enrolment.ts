/** One-time links for people at the desk: made by the operator (`bin/kaika staff`), opened by the person. */
import { randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'
import { checks } from '#contract/core/checks.ts'
import type * as contract from '#contract/staff/enrolment.ts'
import type { StaffRole } from '#contract/core/staffRoles.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { ahead, DAY, nowMs } from '#server/core/clock.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { referenceHash, seal } from '#server/core/secrets.ts'
import { DEMO_PASSWORD } from '#server/core/settings/dangers.ts'
import { hashPassword, refuseWeakPassword } from '#server/identity/identity.ts'
import { recordDesk, recordStaff } from '../chain/record.ts'
import { deleteStaffPasskeys } from '../passkeys/queries.ts'
import { addStaff } from '../people/people.ts'
import { fullName, staffOf } from '../signIn/authenticate.ts'
import { endStaffSessions, lockStaff, staffByName } from '../signIn/queries.ts'
import { openSession, requireStaffAddress, stepOf, totpOf } from '../signIn/signIn.ts'
import {
  enrolmentByLink,
  insertEnrolment,
  replaceEnrolments,
  updateCredentials,
  useEnrolment,
  type Enrolment,
} from './queries.ts'

/** Long enough for a weekend. */
const LINK_MS = 3 * DAY

const hashOf = (link: string): Buffer => referenceHash('staff link', link)
/** The authenticator's secret, base32: from the link and our key, so that neither of the two alone is enough, and nothing has to be stored before it is used. */
const secretOf = (link: string): string => {
  const { buffer, byteOffset } = referenceHash('authenticator of a staff link', link)
  return new Secret({ buffer: buffer.slice(byteOffset, byteOffset + 20) }).base32
}

export type NewPerson = { loginName: string; name: { cn: string; en: string }; roles: readonly StaffRole[] }

/** Adds a person who cannot sign in before their link was used. Returns the link's secret part, or undefined if the login name is taken. */
export async function invite(tx: Tx, person: NewPerson): Promise<string | undefined> {
  const staffId = await addStaff(tx, { ...person, ...(await nobodysCredentials()) })
  if (staffId === undefined) return undefined
  const link = await newLink(tx, staffId)
  await recordDesk(tx, {
    action: 'STAFF',
    target: person.loginName,
    content: { cn: `由运维添加员工 ${person.name.cn}`, en: `${person.name.en} was added by the operator` },
    after: { roles: person.roles },
  })
  return link
}

/** Another link for somebody who lost theirs, or their authenticator: the old link, password, passkeys and sessions end now. Undefined if there is no such person. */
export async function inviteAgain(tx: Tx, loginName: string): Promise<string | undefined> {
  const found = await staffByName(tx, loginName)
  const person = found && (await lockStaff(tx, found.staff_id))
  if (!person) return undefined
  const { staff_id: staffId } = person
  const { passwordHash, secret } = await nobodysCredentials()
  await updateCredentials(tx, { staffId, passwordHash, secretEnc: seal(staffId, secret), step: 0 })
  await endStaffSessions(tx, staffId, 'replaced')
  await deleteStaffPasskeys(tx, staffId)
  await replaceEnrolments(tx, staffId)
  const link = await newLink(tx, staffId)
  await recordDesk(tx, {
    action: 'STAFF',
    target: loginName,
    content: {
      cn: `由运维为 ${fullName(person)} 重新签发开通链接`,
      en: `The operator renewed the link of ${fullName(person)}`,
    },
  })
  return link
}

async function newLink(tx: Tx, staffId: string): Promise<string> {
  const link = randomBytes(32).toString('base64url')
  await insertEnrolment(tx, { linkHash: hashOf(link), staffId, expiresAt: ahead(LINK_MS) })
  return link
}

/** A password and a secret that nobody knows. */
async function nobodysCredentials(): Promise<{ passwordHash: string; secret: string }> {
  return {
    passwordHash: await hashPassword(randomBytes(32).toString('base64url')),
    secret: new Secret({ size: 20 }).base32,
  }
}

async function openLink(link: string): Promise<Enrolment> {
  const found = await enrolmentByLink(db, hashOf(link))
  if (!found || found.disabled_at) throw refuse('link_unknown')
  if (found.ended_why) throw refuse(`link_${found.ended_why}`)
  if (found.expires_at.getTime() <= nowMs()) throw refuse('link_expired')
  return found
}

export const showEnrolment: Answer<typeof contract.showEnrolment> = async ({ from }, { link }) => {
  requireStaffAddress(from)
  const found = await openLink(link)
  const secret = secretOf(link)
  return {
    loginName: found.login_name,
    name: fullName(found),
    expireTime: found.expires_at.getTime(),
    secret,
    uri: totpOf(secret, found.login_name).toString(),
  }
}

export const enrolStaff: Answer<typeof contract.enrolStaff> = async ({ from }, { link, password, code }) => {
  requireStaffAddress(from)
  const person = await openLink(link)
  const { staff_id: staffId, login_name: loginName } = person
  if (password === DEMO_PASSWORD) throw refuse('invalid', { field: 'password', msg: checks.password_known[from.lang] })
  await refuseWeakPassword(password, from, { loginName })
  const secret = secretOf(link)
  const step = stepOf(secret, code)
  if (step === undefined) throw refuse('code_wrong', { field: 'code' })
  const passwordHash = await hashPassword(password)
  return transaction(async (tx) => {
    if (!(await useEnrolment(tx, hashOf(link)))) throw refuse('link_used')
    await updateCredentials(tx, { staffId, passwordHash, secretEnc: seal(staffId, secret), step })
    const session = await openSession(tx, person, from)
    await recordStaff(tx, staffOf(person, session.sessionId, from), {
      action: 'STAFF',
      target: loginName,
      content: { cn: '通过链接设置密码和谷歌验证', en: 'Set a password and an authenticator by the link' },
    })
    return session.answer
  })
}
