import assert from 'node:assert/strict'
import { afterEach, describe, it, test } from 'node:test'
import { caller, newAccount, signedIn, signIn, stranger, withWorld } from '#test/world.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import { HOUR, MINUTE, SECOND, setClock } from '#server/core/clock.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { db, sql } from '#server/core/db.ts'
import { answers } from '../module.ts'
import { authenticate } from '../identity.ts'
import { isFrozenOut, standingOf } from './authenticate.ts'
import { cellOfToken } from './tokens.ts'

withWorld()
afterEach(() => setClock())

const inMs = (ms: number) => setClock(() => Date.now() + ms)
const exchange = (refresh_token: string, device?: string) =>
  answers.refresh(stranger(device ? { device } : {}), {
    grant_type: 'refresh_token',
    scope: 'server',
    type: 'web',
    refresh_token,
  })
const activeAt = async (sessionId: string) =>
  (
    await sql<{ at: Date }>`SELECT last_active_at AS at FROM session WHERE session_id = ${sessionId}`.execute(db)
  ).rows[0]!.at.getTime()

/** The token with another character for its cell. */
const moved = (token: string, to: string) => token.slice(0, 3) + to + token.slice(4)

describe('a session', () => {
  it('ends after two hours without a call, and stays ended', async () => {
    const { token } = await signedIn(await newAccount())
    inMs(2 * HOUR)
    await assert.rejects(authenticate(token, caller()), refusedAs('idle'))
    inMs(0)
    await assert.rejects(authenticate(token, caller()), refusedAs('idle'))
  })

  it('is kept alive by calls, written down at most once a minute', async () => {
    const { token, sessionId } = await signedIn(await newAccount())
    const began = await activeAt(sessionId)
    inMs(50 * SECOND)
    await authenticate(token, caller())
    assert.equal(await activeAt(sessionId), began)
    inMs(61 * SECOND)
    await Promise.all(Array.from({ length: 10 }, () => authenticate(token, caller())))
    assert.ok((await activeAt(sessionId)) >= began + 60 * SECOND)
  })

  it('has an access token for two hours and goes on with a refreshed one', async () => {
    const answer = await signIn(await newAccount())
    inMs(HOUR)
    await authenticate(answer.access_token, caller())
    inMs(2 * HOUR + MINUTE)
    await assert.rejects(authenticate(answer.access_token, caller()), refusedAs('signed_out'))
    const next = await exchange(answer.refresh_token)
    assert.equal((await authenticate(next.access_token, caller())).kind, 'parent')
  })

  it('ends at once when signed out, refresh token and all', async () => {
    const person = await newAccount()
    const answer = await signIn(person)
    await answers.signOut(await authenticate(answer.access_token, caller()), {})
    await assert.rejects(authenticate(answer.access_token, caller()), refusedAs('revoked'))
    await assert.rejects(exchange(answer.refresh_token), refusedAs('revoked'))
    const { rows } = await sql<{
      type: string
    }>`SELECT type FROM operate_log WHERE account_id = ${person.accountId}`.execute(db)
    assert.deepEqual(rows, [{ type: 'LOGOUT' }])
  })

  it('knows no token that is made up, empty or a refresh token', async () => {
    const { refresh_token } = await signIn(await newAccount())
    for (const token of ['', 'x', 'ka_', refresh_token, 'ka_' + 'A'.repeat(44), 'ka_.' + 'A'.repeat(43)])
      await assert.rejects(authenticate(token, caller()), refusedAs('signed_out'))
  })

  it('is found in the cell that its tokens name, and in no other', async () => {
    const person = await newAccount()
    const { access_token, refresh_token } = await signIn(person)
    for (const kind of ['access', 'refresh'] as const) {
      const token = { access: access_token, refresh: refresh_token }[kind]
      assert.equal(cellOfToken(kind, token), cellOf(person.accountId))
      for (const other of ['.', token[3] === 'A' ? 'B' : 'A'])
        await assert.rejects(
          { access: () => authenticate(moved(token, other), caller()), refresh: () => exchange(moved(token, other)) }[
            kind
          ](),
          refusedAs('signed_out'),
        )
    }
    assert.ok(await authenticate((await exchange(refresh_token)).access_token, caller()))
  })
})

describe('refreshing', () => {
  it('gives a new pair and lets the old access token finish what is under way', async () => {
    const first = await signIn(await newAccount())
    const second = await exchange(first.refresh_token)
    assert.ok(await authenticate(second.access_token, caller()))
    assert.ok(await authenticate(first.access_token, caller()), 'for some seconds')
    inMs(11 * SECOND)
    await assert.rejects(authenticate(first.access_token, caller()), refusedAs('signed_out'))
    assert.ok(await authenticate(second.access_token, caller()))
  })

  it('answers two tabs that refresh at once with the same pair, two hundred times', async () => {
    let { refresh_token } = await signIn(await newAccount())
    for (let i = 0; i < 200; i++) {
      const [one, two] = await Promise.all([exchange(refresh_token), exchange(refresh_token)])
      assert.deepEqual(one, two)
      refresh_token = one.refresh_token
    }
  })

  it('gives a tab that is several refreshes behind the newest pair', async () => {
    const first = await signIn(await newAccount())
    const second = await exchange(first.refresh_token)
    const third = await exchange(second.refresh_token)
    const behind = await exchange(first.refresh_token)
    assert.deepEqual(behind, third)
    assert.ok(await authenticate(behind.access_token, caller()))
  })

  it('ends the whole session when a used token comes back later, and says so in the history', async () => {
    const person = await newAccount()
    const first = await signIn(person)
    const second = await exchange(first.refresh_token)
    inMs(11 * SECOND)
    await assert.rejects(exchange(first.refresh_token), refusedAs('revoked'))
    await assert.rejects(authenticate(second.access_token, caller()), refusedAs('revoked'))
    await assert.rejects(exchange(second.refresh_token), refusedAs('revoked'))
    const { rows } = await sql<{ type: string; fail_reason: string }>`
      SELECT type, fail_reason FROM login_log WHERE login_id = ${person.loginId} AND result = 'FAIL'`.execute(db)
    assert.deepEqual(rows, [{ type: 'REFRESH', fail_reason: 'reused' }])
  })

  it('ends it also within the seconds of grace when another browser brings the used token', async () => {
    const first = await signIn(await newAccount())
    await exchange(first.refresh_token)
    await assert.rejects(exchange(first.refresh_token, 'another browser'), refusedAs('revoked'))
  })

  it('does not bring back a session that was idle for two hours', async () => {
    const { refresh_token } = await signIn(await newAccount())
    inMs(2 * HOUR)
    assert.deepEqual(await Promise.all([1, 2].map(() => endOf(exchange(refresh_token)))), ['idle', 'idle'])
  })
})

const fine: Parameters<typeof standingOf>[0] & Parameters<typeof isFrozenOut>[0] = {
  account_status: 'ACTIVE',
  risk_state: 'NORMAL',
  restricted: false,
  held: false,
  frozen: false,
  sub_status: 'NORMAL',
  sub_expires_at: null,
}
const expired = { sub_expires_at: new Date(0) }

afterEach(() => setClock())

test('the strictest of what applies to an account is its standing', () => {
  const of = (more: Partial<typeof fine>) => standingOf({ ...fine, ...more })
  assert.equal(of({}), 'ACTIVE')
  assert.equal(of({ restricted: true }), 'RESTRICTED')
  assert.equal(of({ restricted: true, held: true }), 'HELD')
  assert.equal(of({ restricted: true, held: true, ...expired }), 'SUB_EXPIRED')
  assert.equal(of({ ...expired, held: true, account_status: 'CLOSING' }), 'CLOSING')
  assert.equal(of({ ...expired, account_status: 'CLOSING', risk_state: 'SHUTDOWN' }), 'SHUTDOWN')
  assert.equal(of({ frozen: true, account_status: 'CLOSING', risk_state: 'SHUTDOWN' }), 'FROZEN')
})

test('a sub-account has expired from the moment on that its time ends', () => {
  setClock(() => 1_000)
  const at = (ms: number) => standingOf({ ...fine, sub_expires_at: new Date(ms) })
  assert.deepEqual([at(999), at(1_000), at(1_001)], ['SUB_EXPIRED', 'SUB_EXPIRED', 'ACTIVE'])
})

test('closed and deactivated accounts and frozen sub-accounts are not let in; an account that closes still is', () => {
  const out = (...states: Partial<typeof fine>[]) => states.map((state) => isFrozenOut({ ...fine, ...state }))
  assert.deepEqual(out({ account_status: 'CLOSED' }, { account_status: 'DEACTIVATED' }, { sub_status: 'FROZEN' }), [
    true,
    true,
    true,
  ])
  assert.deepEqual(out({}, { account_status: 'CLOSING' }, { sub_status: null }), [false, false, false])
})
