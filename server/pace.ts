import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Call } from '../contract/call.ts'
import { refuse } from '../contract/refusals.ts'
import type { Actor, Staff, Stranger } from './actor.ts'
import { networkOf } from './addresses.ts'

/**
 * How fast one login may call: on average 10 calls a second and 60 an account, measured over a minute so that a page
 * that asks ten things at once is not refused. Counted in this process; what costs money or guards a secret (SMS,
 * codes, passwords) is counted in the database by its own module.
 */
const PER_LOGIN = 600
const PER_ACCOUNT = 3600

const everyLogin = new RateLimiterMemory({ points: PER_LOGIN, duration: 60 })
const everyAccount = new RateLimiterMemory({ points: PER_ACCOUNT, duration: 60 })
let lifted = false

/** Tests that send thousands of requests through one login, and the benchmark. */
export const liftPace = (): void => void (lifted = true)

export function paceOf(row: Call): (actor: Actor | Staff | Stranger) => Promise<void> {
  const own = row.perMinute
    ? new RateLimiterMemory({ points: row.perMinute, duration: 60, keyPrefix: row.path })
    : undefined
  return async (actor) => {
    if (lifted) return
    const who =
      actor.kind === 'stranger' ? networkOf(actor.from.ip) : actor.kind === 'staff' ? actor.staffId : actor.loginId
    try {
      await own?.consume(who)
      await everyLogin.consume(who)
      if ('accountId' in actor) await everyAccount.consume(actor.accountId)
    } catch (limit) {
      if (limit instanceof Error) throw limit
      throw refuse('too_fast', { retryAfterMs: (limit as { msBeforeNext: number }).msBeforeNext })
    }
  }
}
