import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Authenticator, type Lies } from '#test/fixtures/passkeys/authenticator.ts'
import { giveStaffPasskey } from '#test/fixtures/passkeys/givePasskeys.ts'
import { newStaff, signsInAtDesk, type Colleague } from '#test/fixtures/staff.ts'
import { refusedAs } from '#test/refused.ts'
import { caller, stranger, withWorld } from '#test/world.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { inviteAgain } from '../enrolment/enrolment.ts'
import { staffPasskeyAnswers as answers, staffAnswers } from '../module.ts'
import { authenticateStaff } from '../signIn/authenticate.ts'
import { codeAt } from '../signIn/signIn.ts'
import { useStaffPasskeys } from '../signIn/passkeyRule.ts'

withWorld()
after(() => useStaffPasskeys({ required: false }))

const browser = () => stranger({ browser: 'd'.repeat(43) })

async function signsIn(
  { loginName: username, password }: Pick<Colleague, 'loginName' | 'password'>,
  device: Authenticator,
  lies: Lies = {},
) {
  const challenge = await answers.beginStaffPasskeySignIn(browser(), {})
  return answers.staffSignInByPasskey(browser(), { username, password, ...device.get(challenge, lies) })
}
const forgetStep = ({ staffId }: Colleague) =>
  sql`UPDATE staff SET last_step = 0 WHERE staff_id = ${staffId}`.execute(db)

describe('a passkey at the desk', () => {
  it('stands in for the authenticator, beside name and password, and the audit has it', async () => {
    const colleague = await newStaff(['SUPPORT'])
    const { device } = await giveStaffPasskey(colleague)
    const { staff, access_token } = await signsIn(colleague, device)
    assert.equal(staff.loginName, colleague.loginName)
    assert.equal(staff.passkeyNeeded, 0)
    assert.equal((await authenticateStaff(access_token, caller())).staffId, colleague.staffId)
    await forgetStep(colleague)
    assert.ok(await signsInAtDesk(colleague))
    const { rows } = await sql<{ content_en: string }>`
      SELECT content_en FROM staff_audit WHERE staff_id = ${colleague.staffId} ORDER BY seq`.execute(db)
    assert.deepEqual(
      rows.map(({ content_en }) => content_en),
      ['Added the passkey “Desk key”', 'Signed in at the desk', 'Signed in at the desk'],
    )
  })

  it('is added with the digits of the authenticator, once', async () => {
    const colleague = await newStaff(['SUPPORT'])
    await assert.rejects(answers.beginStaffPasskey(colleague, { code: '000000' }), refusedAs('code_wrong', 'code'))
    await giveStaffPasskey(colleague)
    await assert.rejects(
      answers.beginStaffPasskey(colleague, { code: codeAt(colleague.secret) }),
      refusedAs('code_wrong', 'code'),
    )
  })

  it('is listed, renamed and removed by its owner only', async () => {
    const [colleague, other] = [await newStaff(['SUPPORT']), await newStaff(['SUPPORT'])]
    const { passkeyId } = await giveStaffPasskey(colleague)
    await assert.rejects(answers.renameStaffPasskey(other, { passkeyId, name: 'Mine' }), refusedAs('not_found'))
    await answers.renameStaffPasskey(colleague, { passkeyId, name: 'Drawer' })
    assert.deepEqual(
      (await answers.listStaffPasskeys(colleague, {})).list.map(({ name }) => name),
      ['Drawer'],
    )
    const code = codeAt(other.secret)
    await assert.rejects(answers.removeStaffPasskey(other, { passkeyId, code }), refusedAs('not_found'))
    await forgetStep(colleague)
    assert.deepEqual(await answers.removeStaffPasskey(colleague, { passkeyId, code: codeAt(colleague.secret) }), {
      left: 0,
    })
  })

  const lies: Record<string, Lies> = {
    'of a foreign origin': { origin: 'https://evil.example' },
    'for another name': { rpId: 'evil.example' },
    'made without a finger or PIN': { userVerified: false },
    'signed by another key': { key: new Authenticator().keys.privateKey },
    'that names another user': { userHandle: 'AAAA' },
  }
  for (const [what, lie] of Object.entries(lies))
    it(`${what} is refused in the words of a wrong password`, async () => {
      const colleague = await newStaff(['SUPPORT'])
      const { device } = await giveStaffPasskey(colleague)
      await assert.rejects(signsIn(colleague, device, lie), refusedAs('credentials_wrong', 'password'))
    })

  it('of somebody else, or with a wrong password, is refused', async () => {
    const [colleague, other] = [await newStaff(['SUPPORT']), await newStaff(['SUPPORT'])]
    const { device } = await giveStaffPasskey(colleague)
    const wrong = refusedAs('credentials_wrong', 'password')
    await assert.rejects(signsIn(other, device), wrong)
    await assert.rejects(signsIn({ ...colleague, password: 'not this one' }, device), wrong)
    await assert.rejects(signsIn({ ...colleague, loginName: 'nobody' }, device), wrong)
  })

  it('with a counter that went back is refused and raises an alarm', async () => {
    const colleague = await newStaff(['SUPPORT'])
    const { device } = await giveStaffPasskey(colleague, new Authenticator({ counts: true }))
    await signsIn(colleague, device, { counter: 9 })
    await assert.rejects(signsIn(colleague, device, { counter: 9 }), refusedAs('credentials_wrong', 'password'))
    const { rows } = await sql<{ kind: string }>`
      SELECT kind FROM alarm WHERE subject = ${colleague.staffId}`.execute(db)
    assert.deepEqual(rows, [{ kind: 'PASSKEY_COPIED' }])
  })

  it('ends with a new link', async () => {
    const colleague = await newStaff(['SUPPORT'])
    await giveStaffPasskey(colleague)
    await transaction((tx) => inviteAgain(tx, colleague.loginName))
    assert.deepEqual((await answers.listStaffPasskeys(colleague, {})).list, [])
  })

  it('where it is required, is the way in, and the last one stays', async (t) => {
    useStaffPasskeys({ required: true })
    t.after(() => useStaffPasskeys({ required: false }))
    const colleague = await newStaff(['SUPPORT'])
    const first = await signsInAtDesk(colleague)
    assert.deepEqual([first.staff.passkeyNeeded, first.staff.keys], [1, []])
    const before = await authenticateStaff(first.access_token, caller())
    assert.equal(before.may.size, 0)
    const { device, passkeyId } = await giveStaffPasskey({ ...colleague, ...before })
    const afterwards = await authenticateStaff(first.access_token, caller())
    assert.ok(afterwards.may.size > 0)
    assert.equal((await staffAnswers.staffSelf(afterwards, {})).passkeyNeeded, 0)
    await forgetStep(colleague)
    await assert.rejects(signsInAtDesk(colleague), refusedAs('passkey_required'))
    assert.ok(await signsIn(colleague, device))
    await forgetStep(colleague)
    await assert.rejects(
      answers.removeStaffPasskey(colleague, { passkeyId, code: codeAt(colleague.secret) }),
      refusedAs('passkey_last'),
    )
  })
})
