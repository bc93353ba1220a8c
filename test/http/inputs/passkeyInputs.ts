/** Inputs for passkeys: begun over HTTP with the caller's own session, and signed by a software authenticator. */
import type { Call } from '#contract/core/call.ts'
import * as passkeys from '#contract/identity/passkeys.ts'
import { db, sql } from '#server/core/db.ts'
import { stepUpTicket } from '#server/identity/identity.ts'
import { Authenticator } from '#test/fixtures/authenticator.ts'
import { bindGoogle } from '#test/fixtures/google.ts'
import { givePasskey, type Holder } from '#test/fixtures/passkeys.ts'
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
async function begun({ url }: Served, row: Call, input: object, token?: string) {
  const { code, data } = await ask<{ challenge: string; userHandle: string }>(url, row, input, token)
  return code === 200 ? data : { challenge: Buffer.alloc(32).toString('base64url'), userHandle: 'AAAA' }
}

/** Without the app, a code to the phone is what is asked for. */
async function withoutApp({ person }: Member): Promise<void> {
  await forgetTallies()
  await bindGoogle(person, { bound: false })
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
} satisfies Record<string, InputRecipe>
