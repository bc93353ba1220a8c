import type * as contract from '#contract/staff/passkeys.ts'
import { MOST_PASSKEYS } from '#contract/identity/passkeys.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import type { Staff } from '#server/core/actor.ts'
import { db, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { unseal } from '#server/core/secrets.ts'
import {
  ALGORITHMS,
  knownTo,
  newChallenge,
  passkeyRowOf,
  relyingParty,
  rpIdOrNull,
  takeTry,
  tryWasRight,
  tryWasWrong,
  useChallenge,
  userHandleOf,
  verifyAttestation,
  type Bound,
  type Try,
} from '#server/identity/identity.ts'
import { recordStaff } from '../chain/record.ts'
import { lockStaff, staffById, takeStep } from '../signIn/queries.ts'
import { isPasskeyRequired } from '../signIn/passkeyRule.ts'
import { stepOf } from '../signIn/signIn.ts'
import { deleteStaffPasskey, insertStaffPasskey, passkeysOfStaff, renameStaffOne } from './queries.ts'

const boundTo = ({ sessionId }: Staff): Bound => ({ purpose: 'staff register', boundTo: sessionId })

/** The authenticator's current digits, once. Tries are counted like those at sign-in, but nobody else can use them up. */
async function judgeDigits(staff: Staff, code: string): Promise<void> {
  const origin = { key: 'signed in', network: '', known: true, requester: Buffer.alloc(0) }
  const one: Try = { subject: 'staff', name: `passkey ${staff.staffId}`, owner: staff.staffId, origin }
  await takeTry(one, 'code')
  const person = await staffById(db, staff.staffId)
  const step = person && stepOf(unseal(person.staff_id, person.secret_enc), code)
  if (step === undefined || !(await takeStep(db, staff.staffId, step))) {
    await tryWasWrong(one)
    throw refuse('code_wrong', { field: 'code' })
  }
  await tryWasRight(one)
}

export const listStaffPasskeys: Answer<typeof contract.listStaffPasskeys> = async ({ staffId }) => ({
  list: (await passkeysOfStaff(db, staffId)).map(passkeyRowOf),
  most: MOST_PASSKEYS,
  rpId: rpIdOrNull(),
})

export const beginStaffPasskey: Answer<typeof contract.beginStaffPasskey> = async (staff, { code }) => {
  relyingParty()
  const existing = await passkeysOfStaff(db, staff.staffId)
  if (existing.length >= MOST_PASSKEYS) throw refuse('passkey_limit')
  await judgeDigits(staff, code)
  return {
    ...(await newChallenge(boundTo(staff))),
    rpName: 'Kaika',
    userHandle: userHandleOf(staff.staffId),
    // Beside a customer's passkey of the same person, the authenticator shows which is which.
    userName: `${staff.loginName} (desk)`,
    displayName: staff.name,
    algorithms: ALGORITHMS,
    exclude: existing.map(knownTo),
  }
}

export const addStaffPasskey: Answer<typeof contract.addStaffPasskey> = async (staff, { name, ...given }) => {
  const { challenge } = await useChallenge(given.clientDataJSON, boundTo(staff))
  const registered = await verifyAttestation(given, challenge)
  const passkeyId = newId('psk')
  await transaction(async (tx) => {
    await lockStaff(tx, staff.staffId) // of two devices that finish together, one is the eleventh
    if ((await passkeysOfStaff(tx, staff.staffId)).length >= MOST_PASSKEYS) throw refuse('passkey_limit')
    const made = { ...registered, passkeyId, name, device: staff.from.device }
    if (!(await insertStaffPasskey(tx, staff.staffId, made))) throw refuse('passkey_known')
    const content = { cn: `添加通行密钥“${name}”`, en: `Added the passkey “${name}”` }
    await recordStaff(tx, staff, { action: 'STAFF', target: staff.loginName, content })
  })
  return { passkeyId }
}

export const renameStaffPasskey: Answer<typeof contract.renameStaffPasskey> = (staff, { passkeyId, name }) =>
  transaction(async (tx) => {
    if (!(await renameStaffOne(tx, staff.staffId, passkeyId, name))) throw refuse('not_found')
    const content = { cn: `通行密钥改名为“${name}”`, en: `Renamed a passkey to “${name}”` }
    await recordStaff(tx, staff, { action: 'STAFF', target: staff.loginName, content })
    return { name }
  })

/** The last one stays where a passkey is required: without it there would be no way in. */
export const removeStaffPasskey: Answer<typeof contract.removeStaffPasskey> = async (staff, { passkeyId, code }) => {
  const { staffId } = staff
  if (!(await passkeysOfStaff(db, staffId)).some((one) => one.passkey_id === passkeyId)) throw refuse('not_found')
  await judgeDigits(staff, code)
  return transaction(async (tx) => {
    await lockStaff(tx, staffId)
    const own = await passkeysOfStaff(tx, staffId)
    const gone = own.find((one) => one.passkey_id === passkeyId)
    if (!gone) throw refuse('not_found')
    if (own.length === 1 && isPasskeyRequired()) throw refuse('passkey_last')
    await deleteStaffPasskey(tx, staffId, passkeyId)
    const content = { cn: `删除通行密钥“${gone.name}”`, en: `Removed the passkey “${gone.name}”` }
    await recordStaff(tx, staff, { action: 'STAFF', target: staff.loginName, content })
    return { left: own.length - 1 }
  })
}
