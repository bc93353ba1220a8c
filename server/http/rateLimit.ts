import type { Call } from '#contract/core/call.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor, Staff, Stranger } from '../core/actor.ts'
import { networkOf } from '../core/addresses.ts'
import { Allowance } from '../core/worker/callLeases.ts'
import { MINUTE } from '../core/clock.ts'

/**
 * How fast one login may call, on all servers together: on average 10 calls a second and 60 an account, measured over a minute so that
 * a page that asks ten things at once is not refused. What costs money or guards a secret (SMS, codes, passwords) is counted by its
 * own module, too.
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
/** Tests that send thousands of requests through one login, and the benchmark. */
export const liftRateLimits = (): void => void (lifted = true)

/** Takes one call of every limit that holds for whoever makes it, or refuses and takes none. */
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
