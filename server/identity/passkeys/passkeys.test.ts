import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { Authenticator, type Lies } from '#test/fixtures/passkeys/authenticator.ts'
import { bindGoogle } from '#test/fixtures/google.ts'
import { givePasskey, holderOf, type Holder } from '#test/fixtures/passkeys/givePasskeys.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import { freeze, newAccount, signedIn, signIn, stranger, subOf, textsTo, withWorld } from '#test/world.ts'
import { MINUTE, nowMs, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { hashPassword, setSubPassword, stepUpTicket, useIdentity, useTicket } from '../identity.ts'
import { passkeyAnswers as answers } from '../module.ts'
import { settings } from '../settings.ts'

withWorld()
after(() => setClock())

/** One browser, which asks for a challenge and answers it. */
const browser = (name = 'a'.repeat(43)) => stranger({ browser: name })

const asks = (from = browser()) => answers.beginPasskeySignIn(from, {})
const signsIn = async ({ device }: Holder, lies: Lies = {}, from = browser()) =>
  answers.signInByPasskey(from, device.get(await asks(from), lies))

const wrong = refusedAs('passkey_wrong')
const events = async (accountId: string, event: string) =>
  (
    await sql<{ payload: { params: Record<string, string> } }>`
    SELECT payload FROM graphile_worker._private_jobs j
     WHERE payload->>'event' = ${event} AND payload->>'accountId' = ${accountId}`.execute(db)
  ).rows

describe('a passkey', () => {
  it('is added after a step-up only, is listed, renamed and removed, and each is in the log', async () => {
    const person = await newAccount()
    const here = { ...person, ...(await signedIn(person)) }
    await assert.rejects(answers.beginPasskey(here, { ticket: undefined }), refusedAs('step_up'))
    await answers.passkeyCode(here, {})
    const { code } = (await textsTo(person.mobile))[0]!
    const { ticket } = await answers.checkPasskeyCode(here, { code: code! })
    const device = new Authenticator()
    const options = await answers.beginPasskey(here, { ticket })
    assert.equal(Buffer.from(options.challenge, 'base64url').length, 32)
    assert.equal(options.expireTime - nowMs() <= 120_000, true)
    assert.doesNotMatch(Buffer.from(options.userHandle, 'base64url').toString('latin1'), /usr_|lgn_|1[3-9]\d{9}/)
    const { transports: _, ...made } = device.create(options)
    const { passkeyId } = await answers.addPasskey(here, { ...made, name: 'Laptop' })

    const { list, most, rpId } = await answers.listPasskeys(here, {})
    assert.deepEqual([most, rpId], [10, 'localhost'])
    assert.equal(list.length, 1)
    const [row] = list
    assert.deepEqual([row!.passkeyId, row!.name, row!.backedUp, row!.lastUsedTime], [passkeyId, 'Laptop', 1, null])
    await answers.renamePasskey(here, { passkeyId, name: 'Desk' })
    await assert.rejects(answers.removePasskey(here, { passkeyId, ticket: undefined }), refusedAs('step_up'))
    assert.equal((await answers.listPasskeys(here, {})).list[0]!.name, 'Desk')
    const again = await stepUpTicket(here, 'passkey')
    assert.deepEqual(await answers.removePasskey(here, { passkeyId, ticket: again.ticket }), { left: 0 })
    const { rows } = await sql<{ content_en: string }>`
      SELECT content_en FROM operate_log WHERE account_id = ${here.accountId} AND type = 'PASSKEY' ORDER BY id`.execute(
      db,
    )
    assert.deepEqual(
      rows.map(({ content_en }) => content_en),
      ['Added the passkey “Laptop”', 'Renamed the passkey “Laptop” to “Desk”', 'Removed the passkey “Desk”'],
    )
    assert.equal((await events(here.accountId, 'passkey_changed')).length, 2)
    await assert.rejects(signsIn({ here, device, passkeyId }), wrong)
  })

  it('needs the app where Google verification is bound, and no code by SMS', async () => {
    const person = await newAccount()
    await bindGoogle(person)
    await assert.rejects(answers.passkeyCode(person, {}), refusedAs('google_required'))
  })

  it('signs in without a password, and without the app where that is required', async () => {
    const holder = await holderOf(await newAccount())
    await bindGoogle(holder.here, { atSignIn: true })
    const answer = await signsIn(holder)
    useIdentity({ googleAtSignIn: false })
    assert.match(answer.access_token, /^ka_/)
    const { rows } = await sql<{ type: string; result: string }>`
      SELECT type, result FROM login_log WHERE login_id = ${holder.here.loginId} ORDER BY id DESC LIMIT 1`.execute(db)
    assert.deepEqual(rows, [{ type: 'PASSKEY', result: 'OK' }])
    assert.ok((await answers.listPasskeys(holder.here, {})).list[0]!.lastUsedTime)
  })

  it('signs in without a security check, also from a device that was never seen', async () => {
    const holder = await holderOf(await newAccount())
    useIdentity({ captcha: true })
    try {
      assert.ok(await signsIn(holder, {}, stranger({ browser: 'b'.repeat(43), ip: '198.51.100.7' })))
    } finally {
      useIdentity({ captcha: false })
    }
  })

  it('of a security key that names no user signs in, too', async () => {
    const holder = await holderOf(await newAccount())
    const { userHandle: _, ...unnamed } = holder.device.get(await asks())
    assert.ok(await answers.signInByPasskey(browser(), unnamed))
  })

  it('does not let a frozen login in', async () => {
    const parent = await newAccount()
    const sub = await subOf(parent)
    const holder = await holderOf(sub)
    await freeze(sub)
    await assert.rejects(signsIn(holder), refusedAs('login_frozen'))
  })

  it('of a sub-account ends when its parent sets another password', async () => {
    const sub = await subOf(await newAccount())
    const holder = await holderOf(sub)
    const password = await hashPassword('another one 1')
    await transaction((tx) => setSubPassword(tx, sub, password))
    await assert.rejects(signsIn(holder), wrong)
  })

  it('is one of at most ten', async () => {
    const person = await newAccount()
    const here = { ...person, ...(await signedIn(person)) }
    for (let i = 0; i < 9; i++) await givePasskey(here, new Authenticator(), `Key ${i}`)
    const begun = await Promise.all(
      Array.from({ length: 3 }, async () =>
        answers.beginPasskey(here, { ticket: (await stepUpTicket(here, 'passkey')).ticket }),
      ),
    )
    const ends = await Promise.all(
      begun.map((options) => {
        const { transports: _, ...made } = new Authenticator().create(options)
        return endOf(answers.addPasskey(here, { ...made, name: 'Tenth' }))
      }),
    )
    assert.equal(ends.filter((end) => end === 'ok').length, 1)
    const { ticket } = await stepUpTicket(here, 'passkey')
    await assert.rejects(answers.beginPasskey(here, { ticket }), refusedAs('passkey_limit'))
  })

  it('is not offered where the console has an IP address only', async () => {
    const { relyingParty } = settings
    useIdentity({ relyingParty: undefined })
    try {
      await assert.rejects(asks(), refusedAs('passkey_unavailable'))
      assert.equal((await answers.listPasskeys(await newAccount(), {})).rpId, null)
    } finally {
      useIdentity({ relyingParty })
    }
  })
})

describe('an assertion', () => {
  /** What the authenticator, its browser or somebody between says wrongly. Each is refused, and the right one after it signs in. */
  const lies: Record<string, (holder: Holder) => Lies> = {
    'of a foreign origin': () => ({ origin: 'https://kaika.example.evil.example' }),
    'of a page that looks like ours': () => ({ origin: 'http://localhost:4001' }),
    'of our name over https, where we have none': () => ({ origin: 'https://localhost:4000' }),
    'of an origin with a path': () => ({ origin: 'http://localhost:4000/' }),
    'without an origin': () => ({ origin: '' }),
    'of a frame in another site': () => ({ crossOrigin: true }),
    'of a frame that names the site around it': () => ({ crossOrigin: true, topOrigin: 'https://evil.example' }),
    'of a page that names a site around it and denies the frame': () => ({ topOrigin: 'https://evil.example' }),
    'for another name': () => ({ rpId: 'evil.example' }),
    'for a name under ours': () => ({ rpId: 'sub.localhost' }),
    'for the address in place of the name': () => ({ rpId: '127.0.0.1' }),
    'of a registration': () => ({ type: 'webauthn.create' }),
    'of a payment': () => ({ type: 'payment.get' }),
    'without a type': () => ({ type: '' }),
    'with a challenge of its own': () => ({ challenge: Buffer.alloc(32, 7).toString('base64url') }),
    'with no challenge': () => ({ challenge: '' }),
    'made without a touch': () => ({ userPresent: false }),
    'made without a finger or PIN': () => ({ userVerified: false }),
    'signed by another key': () => ({ key: new Authenticator().keys.privateKey }),
    'with a changed signature': () => ({ tamper: 'signature' }),
    'with a changed counter': () => ({ tamper: 'authenticatorData' }),
    'with changed client data': () => ({ tamper: 'clientDataJSON' }),
    'of an unknown passkey': () => ({ credentialId: Buffer.alloc(32, 9) }),
    'that names another user': () => ({ userHandle: Buffer.alloc(32, 3).toString('base64url') }),
    'that names no user in particular': () => ({ userHandle: 'AA' }),
  }
  for (const [what, lie] of Object.entries(lies))
    it(`${what} is refused`, async () => {
      const holder = await holderOf(await newAccount())
      await assert.rejects(signsIn(holder, lie(holder)), wrong)
      assert.ok(await signsIn(holder))
    })

  it('is good once: of forty at the same moment one signs in, and none later', async () => {
    const { device } = await holderOf(await newAccount())
    const made = device.get(await asks())
    const ends = await Promise.all(Array.from({ length: 40 }, () => endOf(answers.signInByPasskey(browser(), made))))
    assert.equal(ends.filter((end) => end === 'ok').length, 1)
    await assert.rejects(answers.signInByPasskey(browser(), made), wrong)
  })

  it('that was refused is not good afterwards', async () => {
    const { device } = await holderOf(await newAccount())
    const options = await asks()
    await assert.rejects(
      answers.signInByPasskey(browser(), device.get(options, { origin: 'https://a.example' })),
      wrong,
    )
    await assert.rejects(answers.signInByPasskey(browser(), device.get(options)), wrong)
  })

  it('is good for two minutes', async () => {
    const { device } = await holderOf(await newAccount())
    const [soon, late] = [await asks(), await asks()]
    const start = nowMs()
    setClock(() => start + 119_000)
    assert.ok(await answers.signInByPasskey(browser(), device.get(soon)))
    setClock(() => start + 121_000)
    await assert.rejects(answers.signInByPasskey(browser(), device.get(late)), refusedAs('passkey_expired'))
    await assert.rejects(answers.signInByPasskey(browser(), device.get(late)), wrong)
    setClock()
  })

  it('answers the browser that asked, and no other', async () => {
    const { device } = await holderOf(await newAccount())
    const made = device.get(await asks())
    await assert.rejects(answers.signInByPasskey(browser('c'.repeat(43)), made), wrong)
    assert.ok(await answers.signInByPasskey(browser(), made))
  })

  it('for signing in confirms no action, and one for an action signs nobody in', async () => {
    const { here, device } = await holderOf(await newAccount())
    await assert.rejects(answers.finishStepUp(here, device.get(await asks())), wrong)
    const options = await answers.beginStepUp(here, { scene: 'EXPORT' })
    await assert.rejects(answers.signInByPasskey(browser(), device.get(options)), wrong)
    const registering = await answers.beginPasskey(here, { ticket: (await stepUpTicket(here, 'passkey')).ticket })
    await assert.rejects(answers.finishStepUp(here, device.get(registering)), wrong)
  })

  it('that was made before one that came first is refused, and its owner is told', async () => {
    const { here, device } = await holderOf(await newAccount(), new Authenticator({ counts: true, backedUp: false }))
    const [one, two] = [device.get(await asks()), device.get(await asks())]
    assert.ok(await answers.signInByPasskey(browser(), two))
    await assert.rejects(answers.signInByPasskey(browser(), one), wrong)
    assert.equal((await events(here.accountId, 'passkey_cloned')).length, 1)
  })

  it('with a counter that goes back or stands still is refused, and its owner is told', async () => {
    const holder = await holderOf(await newAccount(), new Authenticator({ counts: true, backedUp: false }))
    await signsIn(holder, { counter: 5 })
    for (const counter of [5, 4, 0]) await assert.rejects(signsIn(holder, { counter }), wrong)
    assert.equal((await events(holder.here.accountId, 'passkey_cloned')).length, 3)
    assert.ok(await signsIn(holder, { counter: 6 }))
  })
})

describe('a new credential', () => {
  const lies: Record<string, Lies> = {
    'of a foreign origin': { origin: 'https://evil.example' },
    'for another name': { rpId: 'evil.example' },
    'of an assertion': { type: 'webauthn.get' },
    'with a challenge of its own': { challenge: Buffer.alloc(32, 7).toString('base64url') },
    'made without a touch': { userPresent: false },
    'made without a finger or PIN': { userVerified: false },
    'with an algorithm that was not asked for': { alg: 'none' },
    'made in a frame of another site': { crossOrigin: true },
  }
  for (const [what, lie] of Object.entries(lies))
    it(`${what} is refused`, async () => {
      const person = await newAccount()
      const here = { ...person, ...(await signedIn(person)) }
      const { ticket } = await stepUpTicket(here, 'passkey')
      const { transports: _, ...made } = new Authenticator().create(await answers.beginPasskey(here, { ticket }), lie)
      await assert.rejects(answers.addPasskey(here, { ...made, name: 'Laptop' }), wrong)
      assert.equal((await answers.listPasskeys(here, {})).list.length, 0)
    })

  it('is registered once, whoever has it, and in the session that began', async () => {
    const { device } = await holderOf(await newAccount())
    const other = await newAccount()
    const there = { ...other, ...(await signedIn(other)) }
    await assert.rejects(givePasskey(there, device), refusedAs('passkey_known'))
    const { ticket } = await stepUpTicket(there, 'passkey')
    const { transports: _, ...made } = new Authenticator().create(await answers.beginPasskey(there, { ticket }))
    const elsewhere = { ...other, ...(await signedIn(other)) }
    await assert.rejects(answers.addPasskey(elsewhere, { ...made, name: 'Laptop' }), wrong)
  })
})

describe('a touch', () => {
  const payloadHash = (payload: string) => hash('sha256', payload, 'base64url')
  const confirms = async ({ here, device }: Holder, input: Parameters<typeof answers.beginStepUp>[1]) =>
    answers.finishStepUp(here, device.get(await answers.beginStepUp(here, input)))
  const uses = ({ here }: Holder, scene: Parameters<typeof useTicket>[2], ticket: string, payload?: string) =>
    transaction((tx) => useTicket(tx, here, scene, ticket, payload))

  it('becomes a ticket for this action and this card, once', async () => {
    const holder = await holderOf(await newAccount())
    const { ticket } = await confirms(holder, { scene: 'REVEAL', payloadHash: payloadHash('crd_one') })
    await assert.rejects(uses(holder, 'reveal', ticket, 'crd_two'), refusedAs('step_up'))
    await assert.rejects(uses(holder, 'reveal', ticket), refusedAs('step_up'))
    await assert.rejects(uses(holder, 'export', ticket, 'crd_one'), refusedAs('step_up'))
    await uses(holder, 'reveal', ticket, 'crd_one')
    await assert.rejects(uses(holder, 'reveal', ticket, 'crd_one'), refusedAs('step_up'))
  })

  it('stands in for the digits of the app', async () => {
    const holder = await holderOf(await newAccount())
    await bindGoogle(holder.here)
    const { ticket } = await confirms(holder, { scene: 'WITHDRAW' })
    await uses(holder, 'withdraw', ticket)
  })

  it('of another login, another session or an action begun elsewhere is refused', async () => {
    const [mine, theirs] = [await holderOf(await newAccount()), await holderOf(await newAccount())]
    const options = await answers.beginStepUp(mine.here, { scene: 'EXPORT' })
    await assert.rejects(answers.finishStepUp(mine.here, theirs.device.get(options)), wrong)
    const second = await answers.beginStepUp(mine.here, { scene: 'EXPORT' })
    const elsewhere = { ...mine.here, ...(await signedIn(mine.here)) }
    await assert.rejects(answers.finishStepUp(elsewhere, mine.device.get(second)), wrong)
    await assert.rejects(answers.finishStepUp(theirs.here, theirs.device.get(second)), wrong)
  })

  it('is not asked for where there is no passkey', async () => {
    const person = await newAccount()
    await assert.rejects(answers.beginStepUp(person, { scene: 'EXPORT' }), refusedAs('passkey_none'))
  })

  it('is good for two minutes, and its ticket for ten', async () => {
    const holder = await holderOf(await newAccount())
    const options = await answers.beginStepUp(holder.here, { scene: 'EXPORT' })
    const start = nowMs()
    setClock(() => start + 121_000)
    await assert.rejects(answers.finishStepUp(holder.here, holder.device.get(options)), refusedAs('passkey_expired'))
    const { ticket } = await confirms(holder, { scene: 'EXPORT' })
    setClock(() => start + 121_000 + 10 * MINUTE)
    await assert.rejects(uses(holder, 'export', ticket), refusedAs('step_up'))
    setClock()
  })
})

it('a password still signs in beside a passkey', async () => {
  const { here } = await holderOf(await newAccount())
  assert.ok(await signIn(here))
})
