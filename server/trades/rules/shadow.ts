/** Compares the results of a rule set in shadow mode with the actual ones and counts them: in memory, written once a second. */
import type { DeclineReason } from '#contract/trades/declines.ts'
import { db } from '#server/core/db.ts'
import { ruleThatHit } from './compile.ts'
import { addShadow, type ShadowCount } from './queries.ts'
import type { PolicyCase } from './limits.ts'

/** `stopped`: approved, but the shadow declines. `passed`: the reverse. */
export type ShadowSeen = { readonly as: 'same' | 'stopped' | 'passed'; readonly cents: number; readonly rule: number }

/** `firstHit`: the rules that judged the request. */
export function compared<C extends PolicyCase>(
  shadow: C,
  said: DeclineReason | undefined,
  firstHit: (c: C) => DeclineReason | undefined,
): ShadowSeen {
  const would = firstHit(shadow)
  if (!would === !said) return SAME
  if (said) return PASSED
  return { as: 'stopped', cents: shadow.request.amountCents, rule: ruleThatHit(shadow, would!) }
}
const SAME: ShadowSeen = { as: 'same', cents: 0, rule: -1 }
const PASSED: ShadowSeen = { as: 'passed', cents: 0, rule: -1 }

const WRITE_EVERY_MS = 1000
const none = (): ShadowCount => ({ judged: 0, stopped: 0, stoppedCents: 0, passed: 0, byRule: {} })
let counts = new Map<string, ShadowCount>()
let timer: NodeJS.Timeout | undefined

/** After the commit. A crash loses a second of counts, and no decision. */
export function count(rulesId: string, seen: readonly ShadowSeen[]): void {
  const sum = counts.get(rulesId) ?? none()
  counts.set(rulesId, sum)
  for (const { as, cents, rule } of seen) {
    sum.judged++
    if (as === 'passed') sum.passed++
    if (as !== 'stopped') continue
    sum.stopped++
    sum.stoppedCents += cents
    sum.byRule[rule] = (sum.byRule[rule] ?? 0) + 1
  }
  timer ??= setTimeout(() => void writeShadow().catch(() => {}), WRITE_EVERY_MS).unref()
}

export async function writeShadow(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const written = counts
  counts = new Map()
  for (const [rulesId, sum] of written) await addShadow(db, rulesId, sum)
}
