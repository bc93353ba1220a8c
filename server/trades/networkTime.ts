/** The network's clock, which may be wrong: what it says is bounded by when we received it. */
import { DAY, MINUTE } from '../core/clock.ts'

/** How far the network's clock may be ahead of ours: the same tolerance as for signatures of its messages. */
const SKEW_MS = 5 * MINUTE
/** Networks settle, refund and dispute within thirteen months; anything older means a wrong clock, not an old purchase. */
const OLDEST_MS = 400 * DAY

export const boundedMs = (toldMs: number, receivedMs: number): number =>
  Math.min(Math.max(toldMs, receivedMs - OLDEST_MS), receivedMs + SKEW_MS)
