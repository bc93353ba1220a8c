import assert from 'node:assert/strict'
import { afterEach, describe, mock, test } from 'node:test'
import { Refusal } from '#contract/core/refusals.ts'
import { owner, withDatabase } from '#test/database.ts'
import { caller, stranger } from '#test/world.ts'
import type { Actor } from '../core/actor.ts'
import { forgetWindows } from '../core/worker/callLeases.ts'
import { pool, sql } from '../core/db.ts'
import { rateLimitOf } from './rateLimit.ts'

type Row = Parameters<typeof rateLimitOf>[0]
const row: Row = { path: '/api/of/everybody' }
const limited: Row = { path: '/api/of/few', perMinute: 6 }

let people = 0
const someone = ({ accountId = `usr_${people}` } = {}): Actor => ({
  kind: 'parent',
  accountId,
  loginId: `log_${people++}`,
  sessionId: 'ses_1',
  subUid: undefined,
  name: 'Ana',
  may: new Set(),
  pages: [],
  standing: 'ACTIVE',
  from: caller(),
})

type Calls = { allowed: number; waits: number[] }
async function calls(times: number, actor: Parameters<ReturnType<typeof rateLimitOf>>[0], of = row): Promise<Calls> {
  const limit = rateLimitOf(of)
  const made: Calls = { allowed: 0, waits: [] }
  for (let i = 0; i < times; i++)
    await limit(actor).then(
      () => made.allowed++,
      (error: unknown) => {
        assert.ok(error instanceof Refusal && error.refusal === 'too_fast')
        made.waits.push(error.data['retryAfterMs'] as number)
      },
    )
  return made
}

describe('the rate of calls', () => {
  withDatabase({ connections: 4 })
  afterEach(() => mock.restoreAll())
  const trips = () => mock.method(pool, 'query').mock

  /** Takes calls as another server. */
  const takenElsewhere = (key: string, calls: number) =>
    pool.query(`UPDATE rate_limit SET taken = taken + $2 WHERE key = $1`, [key, calls])

  test('is asked of the database once for ten calls, and not at all while there are none', async () => {
    const asked = trips()
    const ana = someone()
    assert.equal((await calls(100, ana)).allowed, 100)
    assert.equal(asked.callCount(), 10)
    assert.equal((await calls(500, ana)).allowed, 500)
    const { waits } = await calls(50, ana)
    assert.equal(waits.length, 50)
    assert.ok(waits.every((ms) => ms > 0 && ms <= 60_000))
    assert.equal(asked.callCount(), 61)
  })

  test('is one question for calls that come together, however many', async () => {
    const asked = trips()
    const limit = rateLimitOf(row)
    const [ana, ben] = [someone(), someone()]
    await Promise.all(Array.from({ length: 100 }, (_, i) => limit(i % 2 ? ana : ben)))
    assert.equal(asked.callCount(), 1)
  })

  test('gives everything that is left, and no more, when less is left than is asked for', async () => {
    const ana = someone()
    assert.equal((await calls(1, ana)).allowed, 1)
    await takenElsewhere(`login ${ana.loginId}`, 583)
    assert.equal((await calls(20, ana)).allowed, 16)
    const ben = someone()
    const limit = rateLimitOf(limited)
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => limit(ben)))
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 6)
  })

  test('of a login that is too fast takes nothing from the other logins of its account', async () => {
    const ana = someone()
    const sub = someone({ accountId: ana.accountId })
    assert.equal((await calls(4000, ana)).allowed, 600)
    assert.equal((await calls(600, sub)).allowed, 600)
    const { rows } = await pool.query('SELECT taken FROM rate_limit WHERE key = $1', [`account ${ana.accountId}`])
    assert.deepEqual(rows, [{ taken: 1200 }])
  })

  test('of an account is that of all its logins', async () => {
    const parent = someone()
    const logins = Array.from({ length: 7 }, () => someone({ accountId: parent.accountId }))
    let allowed = 0
    for (const login of logins) allowed += (await calls(600, login)).allowed
    assert.equal(allowed, 3600)
  })

  test('of a stranger is that of the address', async () => {
    const at = (ip: string) => stranger({ ip })
    assert.equal((await calls(10, at('2001:db8::1'), limited)).allowed, 6)
    assert.equal((await calls(10, at('2001:db8::2'), limited)).allowed, 0)
    assert.equal((await calls(10, at('2001:db9::1'), limited)).allowed, 6)
  })

  test('begins anew when its minute is over', async () => {
    const [ana, ben] = [someone(), someone()]
    await calls(600, ana)
    await calls(1, ben)
    await pool.query(`UPDATE rate_limit SET ends_at = clock_timestamp() - interval '1 s' WHERE key LIKE '% ' || $1`, [
      ana.loginId,
    ])
    const { now } = performance
    mock.method(performance, 'now', () => now.call(performance) + 60_000)
    assert.equal((await calls(700, ana)).allowed, 600)
    await pool.query(`UPDATE rate_limit SET ends_at = clock_timestamp() - interval '1 s' WHERE key LIKE '% ' || $1`, [
      ben.loginId,
    ])
    await forgetWindows()
    const { rows } = await pool.query('SELECT key FROM rate_limit WHERE key = ANY ($1) ', [
      [ana, ben].map(({ loginId }) => `login ${loginId}`),
    ])
    assert.deepEqual(rows, [{ key: `login ${ana.loginId}` }])
  })

  test('is counted by each server while the database does not answer, and together again afterwards', async () => {
    const [ana, ben] = [someone(), someone()]
    assert.equal((await calls(100, ana)).allowed, 100)
    await sql`ALTER TABLE rate_limit RENAME TO rate_limit_gone`.execute(owner)
    const asked = trips()
    assert.equal((await calls(700, ana)).allowed, 500, 'what it had leased is counted')
    assert.equal((await calls(10, someone(), limited)).allowed, 6)
    assert.equal(asked.callCount(), 1, 'it is not asked again at once')
    mock.restoreAll()
    await sql`ALTER TABLE rate_limit_gone RENAME TO rate_limit`.execute(owner)
    const { now } = performance
    mock.method(performance, 'now', () => now.call(performance) + 1001)
    assert.equal((await calls(1, ben)).allowed, 1)
    await takenElsewhere(`login ${ben.loginId}`, 590)
    assert.equal((await calls(20, ben)).allowed, 9)
  })
})
