/**
 * How soon what is shown is read again because of a change. After a quiet time immediately, so that a purchase is on the screen before its buyer looks; in a storm
 * as often as the answers are cheap (docs/decisions/0090-read-what-changed-at-once.md).
 */

/** Changes that come together cost one reading (docs/reference/numbers.md#console). */
export const TOGETHER_MS = 100
/** Readings that may follow each other that closely; then each waits until it is earned. */
const AT_ONCE = 20
/** Three a second are earned: more than anyone can follow. */
const EARNED_MS = 333
/** A reading costs as many as are earned in so many times as long as it takes: busy servers are asked less. */
const TIMES_AS_LONG = 20

export class Pace {
  readonly #atMostMs: number
  #left = AT_ONCE
  #lastMs = -Infinity

  /** No reading has to wait longer than `atMostMs` after the one before. */
  constructor(atMostMs: number) {
    this.#atMostMs = atMostMs
  }

  /** How long a reading has to wait from now on. */
  waitMs(nowMs: number): number {
    const gapMs = Math.max(TOGETHER_MS, (1 - this.#left) * EARNED_MS)
    return Math.max(0, Math.min(gapMs, this.#atMostMs) - (nowMs - this.#lastMs))
  }

  begin(nowMs: number): void {
    this.#left = Math.min(AT_ONCE, this.#left + (nowMs - this.#lastMs) / EARNED_MS) - 1
    this.#lastMs = nowMs
  }

  took(ms: number): void {
    const more = Math.max(0, (TIMES_AS_LONG * ms) / EARNED_MS - 1)
    this.#left = Math.max(-this.#atMostMs / EARNED_MS, this.#left - more)
  }
}
