/** What a set in shadow would have said, compared with what was said, and counted: in memory, written once a second. */
import type { DeclineReason } from '#contract/trades/declines.ts'
import { db } from '#server/core/db.ts'
import type { PolicyCase } from '../decide/rules.ts'
import { ruleThatHit } from './compile.ts'
import { addShadow, type ShadowCount } from './ruleQueries.ts'

/** `stopped`: approved, and the shadow says no. `passed`: the other way round. */
export type ShadowSeen = { readonly as: 'same' | 'stopped' | 'passed'; readonly cents: number; readonly rule: number }

/** `firstHit`: the rules that the request was judged by. */
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

/** After the commit. What a crash takes with it is a second of counting, and no decision. */
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
