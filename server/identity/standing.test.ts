import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { setClock } from '../core/clock.ts'
import { isFrozenOut, standingOf } from './standing.ts'

const fine: Parameters<typeof standingOf>[0] & Parameters<typeof isFrozenOut>[0] = {
  account_status: 'ACTIVE',
  risk_state: 'NORMAL',
  restricted: false,
  held: false,
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
