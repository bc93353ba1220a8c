import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refused } from '#test/refused.ts'
import { caller, stranger, withWorld } from '#test/world.ts'
import { DAY, HOUR, nowMs, setClock } from '#server/core/clock.ts'
import { db, one, sql, transaction } from '#server/core/db.ts'
import { referenceHash } from '#server/core/secrets.ts'
import { DEMO_PASSWORD } from '#server/core/settings/dangers.ts'
import { enrolmentAnswers, staffAnswers } from '../module.ts'
import { authenticateStaff } from '../signIn/authenticate.ts'
import { codeAt, useStaffAddresses } from '../signIn/signIn.ts'
import { invite, inviteAgain } from './enrolment.ts'
import { forgetEnrolments, useEnrolment } from './queries.ts'

withWorld()

const PASSWORD = 'four quiet herons'
let count = 0
const invited = async () => {
  const loginName = `new${++count}`
  const person = { loginName, name: { cn: '冯远', en: 'Feng Yuan' }, roles: ['ADMIN'] as const }
  return { loginName, link: (await transaction((tx) => invite(tx, person)))! }
}
const shows = (link: string) => enrolmentAnswers.showEnrolment(stranger(), { link })
const enrols = (link: string, secret: string, more: { password?: string; code?: string } = {}) =>
  enrolmentAnswers.enrolStaff(stranger(), { link, password: PASSWORD, code: codeAt(secret), ...more })
const deeds = async (target: string) =>
  (
    await sql<{ line: string }>`
    SELECT coalesce(staff_id, 'desk') || ' ' || action || ' ' || content_en AS line FROM staff_audit
     WHERE target = ${target} ORDER BY seq`.execute(db)
  ).rows.map(({ line }) => line)
const later = (ms: number): void => {
  const at = nowMs() + ms
  setClock(() => at)
}

describe('an enrolment link', () => {
  it('leads to a password and an authenticator of one’s own, signs in once, and is written down', async () => {
    const { loginName, link } = await invited()
    const shown = await shows(link)
    assert.deepEqual([shown.loginName, shown.name], [loginName, '冯远 Feng Yuan'])
    assert.ok(Math.abs(shown.expireTime - nowMs() - 72 * HOUR) < HOUR)
    assert.match(shown.uri, new RegExp(`^otpauth://totp/Kaika:${loginName}\\?.*secret=${shown.secret}`))
    assert.equal((await shows(link)).secret, shown.secret, 'a reload shows the same')
    const { access_token, staff } = await enrols(link, shown.secret)
    assert.equal(staff.loginName, loginName)
    assert.equal((await authenticateStaff(access_token, caller())).loginName, loginName)
    assert.deepEqual(await deeds(loginName), [
      'desk STAFF Feng Yuan was added by the operator',
      `${staff.staffId} SIGN_IN Signed in at the desk`,
      `${staff.staffId} STAFF Set a password and an authenticator by the link`,
    ])
    const signsIn = (code: string) =>
      staffAnswers.staffSignIn(stranger(), { username: loginName, password: PASSWORD, code })
    await refused('credentials_wrong', signsIn(codeAt(shown.secret)))
    later(HOUR / 100)
    assert.equal((await signsIn(codeAt(shown.secret))).staff.loginName, loginName)
    setClock()
  })

  it('is kept as a keyed hash only, and its secret nowhere before it is used', async () => {
    const { link } = await invited()
    const { secret } = await shows(link)
    const { rows } = await sql<{ text: string }>`
      SELECT row_to_json(staff_enrolment)::text AS text FROM staff_enrolment UNION ALL SELECT row_to_json(staff)::text FROM staff
       UNION ALL SELECT row_to_json(staff_audit)::text FROM staff_audit`.execute(db)
    for (const { text } of rows)
      for (const hidden of [link, Buffer.from(link, 'base64url').toString('hex'), secret])
        assert.ok(!text.includes(hidden))
  })

  it('works for one of several at the same time, and says that it was used', async () => {
    const { link } = await invited()
    const { secret } = await shows(link)
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => enrols(link, secret)))
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
    await refused('link_used', enrols(link, secret))
    await refused('link_used', shows(link))
    const again = await transaction((tx) => useEnrolment(tx, referenceHash('staff link', link)))
    assert.equal(again, false, 'also for one who read it before')
  })

  it('that is forged, changed or of another kind opens nothing', async () => {
    const { link } = await invited()
    const { secret } = await shows(link)
    for (const forged of ['x', link.slice(1), `${link}A`, link.toLowerCase(), 'A'.repeat(43)]) {
      await refused('link_unknown', shows(forged))
      await refused('link_unknown', enrols(forged, secret))
    }
  })

  it('expires after three days, and is forgotten later', async () => {
    const { link } = await invited()
    const { secret } = await shows(link)
    later(3 * DAY + 1000)
    await refused('link_expired', shows(link))
    await refused('link_expired', enrols(link, secret))
    await forgetEnrolments(db, new Date(nowMs()))
    await refused('link_unknown', shows(link))
    setClock()
  })

  it('stays good after a wrong code and a password that others would guess', async () => {
    const { loginName, link } = await invited()
    const { secret } = await shows(link)
    await refused('code_wrong', enrols(link, secret, { code: codeAt(secret, nowMs() - HOUR) }))
    for (const password of ['12345678', `${loginName}${loginName}`, DEMO_PASSWORD])
      await refused('invalid', enrols(link, secret, { password }))
    await enrols(link, secret)
  })

  it('is replaced by a newer one, which ends the sessions, the password and the authenticator', async () => {
    const { loginName, link } = await invited()
    const { secret } = await shows(link)
    const { access_token } = await enrols(link, secret)
    const second = (await transaction((tx) => inviteAgain(tx, loginName)))!
    const third = (await transaction((tx) => inviteAgain(tx, loginName)))!
    await refused('revoked', authenticateStaff(access_token, caller()))
    later(HOUR / 100)
    await refused(
      'credentials_wrong',
      staffAnswers.staffSignIn(stranger(), { username: loginName, password: PASSWORD, code: codeAt(secret) }),
    )
    setClock()
    await refused('link_replaced', shows(second))
    await refused('link_used', shows(link))
    const renewed = await shows(third)
    assert.notEqual(renewed.secret, secret)
    await enrols(third, renewed.secret)
    assert.equal((await deeds(loginName)).filter((line) => /renewed the link/.test(line)).length, 2)
    assert.equal(await transaction((tx) => inviteAgain(tx, 'nobody')), undefined)
  })

  it('opens nothing to who is disabled, or comes from elsewhere', async (t) => {
    const { loginName, link } = await invited()
    const { secret } = await shows(link)
    useStaffAddresses(['10.0.0.0/8'])
    t.after(() => useStaffAddresses([]))
    await refused('not_permitted', shows(link))
    await refused('not_permitted', enrols(link, secret))
    useStaffAddresses([])
    await sql`UPDATE staff SET disabled_at = now() WHERE login_name = ${loginName}`.execute(db)
    await refused('link_unknown', enrols(link, secret))
  })

  it('is not made for a login that is taken', async () => {
    const { loginName } = await invited()
    const person = { loginName, name: { cn: '别人', en: 'Other' }, roles: ['ADMIN'] as const }
    assert.equal(await transaction((tx) => invite(tx, person)), undefined)
    const { name } = await one(
      db,
      sql<{ name: string }>`SELECT name_cn AS name FROM staff WHERE login_name = ${loginName}`,
    )
    assert.equal(name, '冯远')
  })
})
