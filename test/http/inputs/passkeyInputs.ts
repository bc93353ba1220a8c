/** Inputs for passkeys: begun over HTTP with the caller's own session, and signed by a software authenticator. */
import type { Call } from '#contract/core/call.ts'
import * as passkeys from '#contract/identity/passkeys.ts'
import * as staffPasskeys from '#contract/staff/passkeys.ts'
import { db, sql } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { codeAt } from '#server/staff/staff.ts'
import { stepUpTicket } from '#server/identity/identity.ts'
import { Authenticator } from '#test/fixtures/passkeys/authenticator.ts'
import { bindGoogle } from '#test/fixtures/google.ts'
import { givePasskey, giveStaffPasskey, type Holder } from '#test/fixtures/passkeys/givePasskeys.ts'
import { newStaff, type Colleague } from '#test/fixtures/staff.ts'
import { ask, type Served } from '../app.ts'
import type { Member } from './actors.ts'
import { forgetTallies, nothing, withCode, type InputRecipe } from './fixtures.ts'

/** The caller has this passkey and no other. */
async function aPasskey({ person }: Member): Promise<Holder> {
  await sql`DELETE FROM passkey_by_credential WHERE login_id = ${person.loginId}`.execute(db)
  await sql`DELETE FROM passkey WHERE login_id = ${person.loginId}`.execute(db)
  return givePasskey(person)
}

/** What is begun over HTTP; for callers who may not, a challenge that nobody gave. */
async function begun({ url }: Served, row: Call, input: Record<string, unknown>, token?: string) {
  const { code, data } = await ask<{ challenge: string; userHandle: string }>(url, row, input, token)
  return code === 200 ? data : { challenge: Buffer.alloc(32).toString('base64url'), userHandle: 'AAAA' }
}

/** Without the app, a code to the phone is what is asked for. */
async function withoutApp({ person }: Member): Promise<void> {
  await forgetTallies()
  await bindGoogle(person, { bound: false })
}

/** For callers who are not staff. */
const nobodyAtDesk = { staffId: '', secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' } as Colleague

/** Digits that were not used yet. */
async function freshDigits({ staffId, secret }: Colleague): Promise<string> {
  await forgetTallies()
  await sql`UPDATE staff SET last_step = 0 WHERE staff_id = ${staffId}`.execute(db)
  return codeAt(secret)
}

async function oneStaffPasskey(colleague: Colleague): Promise<{ passkeyId: string }> {
  await sql`DELETE FROM staff_passkey WHERE staff_id = ${colleague.staffId}`.execute(db)
  return giveStaffPasskey(colleague)
}

export const passkeyInputs = {
  beginPasskeySignIn: nothing,
  signInByPasskey: async ({ served, member }) => {
    const { device } = await aPasskey(member)
    return device.get(await begun(served, passkeys.beginPasskeySignIn, {}))
  },
  beginStepUp: async ({ member }) => {
    await aPasskey(member)
    return { scene: 'EXPORT' }
  },
  finishStepUp: async ({ served, member }) => {
    const { device } = await aPasskey(member)
    return device.get(await begun(served, passkeys.beginStepUp, { scene: 'EXPORT' }, member.token))
  },
  listPasskeys: nothing,
  passkeyCode: async ({ member }) => {
    await withoutApp(member)
    return {}
  },
  checkPasskeyCode: async ({ served, member }) => {
    await withoutApp(member)
    return { code: (await withCode(served, member, passkeys.passkeyCode)).code }
  },
  beginPasskey: async ({ member }) => {
    await aPasskey(member)
    return { ticket: (await stepUpTicket(member.person, 'passkey')).ticket }
  },
  addPasskey: async ({ served, member }) => {
    await aPasskey(member)
    const { ticket } = await stepUpTicket(member.person, 'passkey')
    const options = await begun(served, passkeys.beginPasskey, { ticket }, member.token)
    return { ...new Authenticator().create(options), name: 'Laptop' }
  },
  renamePasskey: async ({ member }) => ({ passkeyId: (await aPasskey(member)).passkeyId, name: 'Phone' }),
  removePasskey: async ({ member }) => ({
    passkeyId: (await aPasskey(member)).passkeyId,
    ticket: (await stepUpTicket(member.person, 'passkey')).ticket,
  }),
  beginStaffPasskeySignIn: nothing,
  staffSignInByPasskey: async ({ served }) => {
    const colleague = await newStaff()
    const { device } = await giveStaffPasskey(colleague)
    const { loginName: username, password } = colleague
    return { username, password, ...device.get(await begun(served, staffPasskeys.beginStaffPasskeySignIn, {})) }
  },
  listStaffPasskeys: nothing,
  beginStaffPasskey: async ({ colleague = nobodyAtDesk }) => ({ code: await freshDigits(colleague) }),
  addStaffPasskey: async ({ served, member, deskToken = member.token, colleague = nobodyAtDesk }) => {
    const code = await freshDigits(colleague)
    const options = await begun(served, staffPasskeys.beginStaffPasskey, { code }, deskToken)
    return { ...new Authenticator().create(options), name: 'Desk key' }
  },
  renameStaffPasskey: async ({ colleague }) => ({
    passkeyId: colleague ? (await oneStaffPasskey(colleague)).passkeyId : newId('psk'),
    name: 'Drawer key',
  }),
  removeStaffPasskey: async ({ colleague = nobodyAtDesk }) => ({
    passkeyId: colleague.staffId ? (await oneStaffPasskey(colleague)).passkeyId : newId('psk'),
    code: await freshDigits(colleague),
  }),
} satisfies Record<string, InputRecipe>
