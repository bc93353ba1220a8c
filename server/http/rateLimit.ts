import type { Call } from '#contract/core/call.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor, Staff, Stranger } from '../core/actor.ts'
import { networkOf } from '../core/addresses.ts'
import { Allowance } from '../core/worker/callLeases.ts'
import { MINUTE } from '../core/clock.ts'

/**
 * Rate limits across all servers: on average 10 calls a second per login and 60 per account, measured over a minute, so that a page that sends ten requests
 * together is not refused. Calls that cost money or guard a secret (SMS, codes, passwords) are also counted by their own module.
 */
const PER_LOGIN = 600
const PER_ACCOUNT = 3600

const allowances = new Map<string, Allowance>()
let clearedAt = 0

function allowance(key: string, limit: number): Allowance {
  const known = allowances.get(key)
  if (known) return known
  if (performance.now() - clearedAt > MINUTE) {
    clearedAt = performance.now()
    for (const [old, { isOver }] of allowances) if (isOver) allowances.delete(old)
  }
  const made = new Allowance(key, limit)
  allowances.set(key, made)
  return made
}

let lifted = false
/** For the benchmark and tests that send thousands of requests through one login. */
export const liftRateLimits = (): void => void (lifted = true)

/** Takes one call from every limit that applies to the caller, or refuses and takes none. */
export function rateLimitOf({ path, perMinute }: Pick<Call, 'path' | 'perMinute'>) {
  return async (actor: Actor | Staff | Stranger): Promise<void> => {
    if (lifted) return
    const who =
      actor.kind === 'stranger' ? networkOf(actor.from.ip) : actor.kind === 'staff' ? actor.staffId : actor.loginId
    const limits = [
      ...(perMinute ? [allowance(`${path} ${who}`, perMinute)] : []),
      allowance(`login ${who}`, PER_LOGIN),
      ...('accountId' in actor ? [allowance(`account ${actor.accountId}`, PER_ACCOUNT)] : []),
    ]
    const waits = await Promise.all(limits.map((limit) => limit.take()))
    const retryAfterMs = Math.max(...waits)
    if (retryAfterMs === 0) return
    limits.forEach((limit, at) => waits[at] === 0 && limit.giveBack())
    throw refuse('too_fast', { retryAfterMs })
  }
}
