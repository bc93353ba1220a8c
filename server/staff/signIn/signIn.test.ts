import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { auditOf, newStaff, signsInAtDesk } from '#test/fixtures/staff.ts'
import { refused } from '#test/refused.ts'
import { caller, newAccount, signIn, withWorld } from '#test/world.ts'
import { HOUR, MINUTE, nowMs, SECOND, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { authenticate } from '#server/identity/identity.ts'
import { staffAnswers } from '../module.ts'
import { authenticateStaff } from './authenticate.ts'
import { codeAt } from './signIn.ts'

withWorld()

const later = (ms: number): void => {
  const at = nowMs() + ms
  setClock(() => at)
}

describe('the door of the staff’s desk', () => {
  it('opens to name, password and authenticator, and shows who one is and what one may', async () => {
    const li = await newStaff(['FIN_MAKER', 'TREASURY'])
    const { access_token, staff } = await signsInAtDesk(li)
    assert.deepEqual(
      staff.roles.map(({ role }) => role),
      ['FIN_MAKER', 'TREASURY'],
    )
    assert.ok(staff.keys.includes('staff:treasury.make') && !staff.keys.includes('staff:money.check'))
    const actor = await authenticateStaff(access_token, caller())
    assert.equal(actor.staffId, li.staffId)
    assert.deepEqual(await auditOf(li), [`SIGN_IN ${li.loginName}`])
  })

  it('takes each code once, and none before it any more', async () => {
    const li = await newStaff()
    const code = codeAt(li.secret)
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => signsInAtDesk(li, { code })))
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1, 'of four at once')
    await refused('credentials_wrong', signsInAtDesk(li, { code }))
    later(30 * SECOND)
    await signsInAtDesk(li)
    await refused('credentials_wrong', signsInAtDesk(li, { code: codeAt(li.secret, nowMs() - 30 * SECOND) }))
    setClock()
  })

  it('says the same of a wrong name, password and code, and locks after five', async () => {
    const li = await newStaff()
    const wrong = { username: li.loginName, password: li.password, code: codeAt(li.secret) }
    for (const change of [{ username: 'nobody' }, { password: 'wrong-1' }, { code: '000000' }])
      await refused('credentials_wrong', enters({ ...wrong, ...change }))
    for (let i = 0; i < 3; i++) await refused('credentials_wrong', enters({ ...wrong, password: 'wrong-1' }))
    await refused('code_locked', enters(wrong))
    for (let i = 0; i < 4; i++) await refused('credentials_wrong', enters({ ...wrong, username: 'nobody' }))
    await refused('code_locked', enters({ ...wrong, username: 'nobody' }))
    later(16 * MINUTE)
    await signsInAtDesk(li)
    setClock()
    const { rows } = await sql<{
      n: number
    }>`SELECT count(*) AS n FROM staff_audit WHERE chain = 'door' AND target = ${li.loginName}`.execute(db)
    assert.equal(rows[0]!.n, 5, 'each wrong try is written down')
  })

  it('a parallel crowd of guesses is judged five times', async () => {
    const li = await newStaff()
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        enters({ username: li.loginName, password: li.password, code: String(i).padStart(6, '0') }).catch(
          (error) => error.refusal,
        ),
      ),
    )
    assert.equal(guesses.filter((refusal) => refusal === 'credentials_wrong').length, 5)
    assert.equal(guesses.filter((refusal) => refusal === 'code_locked').length, 35)
  })

  it('closes after half an hour of nothing, after a working day, and for who is disabled, at once', async () => {
    const [li, boss] = [await newStaff(['SUPPORT']), await newStaff(['ADMIN'])]
    const { access_token: idle } = await signsInAtDesk(li)
    later(31 * MINUTE)
    await refused('idle', authenticateStaff(idle, caller()))
    const { access_token: long } = await signsInAtDesk(li)
    for (let i = 0; i < 25; i++) {
      later(25 * MINUTE)
      if (i < 23) await authenticateStaff(long, caller())
    }
    await refused('signed_out', authenticateStaff(long, caller()))
    const { access_token: open } = await signsInAtDesk(li)
    await transaction((tx) =>
      staffAnswers.disableStaff(boss, { staffId: li.staffId, disabled: true, reason: 'left us' }, tx),
    )
    await refused('login_frozen', authenticateStaff(open, caller()))
    later(HOUR)
    await refused('credentials_wrong', signsInAtDesk(li))
    setClock()
    assert.deepEqual(await auditOf(boss), [`STAFF ${li.loginName}`])
  })

  it('a token of one world is nobody’s in the other', async () => {
    const [li, ana] = [await newStaff(), await newAccount()]
    const [{ access_token: desk }, { access_token: console }] = [await signsInAtDesk(li), await signIn(ana)]
    await refused('signed_out', authenticate(desk, caller()))
    await refused('signed_out', authenticateStaff(console, caller()))
  })

  it('nobody disables themselves, and nobody who is not there', async () => {
    const boss = await newStaff(['ADMIN'])
    const disable = (staffId: string) =>
      transaction((tx) => staffAnswers.disableStaff(boss, { staffId, disabled: true, reason: 'left us' }, tx))
    await refused('own_person', disable(boss.staffId))
    await refused('not_found', disable('stf_00000000000000000000000000'))
  })
})

const enters = (input: { username: string; password: string; code: string }) =>
  staffAnswers.staffSignIn({ kind: 'stranger', from: caller() }, input)
