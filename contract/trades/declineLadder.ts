/**
 * The warning levels of an account's decline rate (docs/reference/numbers.md#decline-rate): warning, urgent, and above 5 % all cards are stopped. Pure
 * arithmetic on counted declines and approvals; the server acts on it, the console shows the current level.
 */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { declineRisk } from './declines.ts'
import { Flag, Time, type Words } from '../core/fields.ts'

export const declineRungs = {
  FINE: { cn: '正常', en: 'Normal' },
  WARN: { cn: '提醒', en: 'Warning' },
  URGENT: { cn: '警告', en: 'Urgent' },
  STOP: { cn: '停用', en: 'Stopped' },
} as const satisfies Record<string, Words>
export type Rung = keyof typeof declineRungs
export const rungs = Object.keys(declineRungs) as [Rung, ...Rung[]]

/** Approvals and counted declines; increments, verifications and duplicates count as neither. */
export type Weight = { readonly approved: number; readonly declined: number }
export type LadderTerms = {
  readonly warnAtBps: number
  readonly urgentAtBps: number
  readonly stopAboveBps: number
  readonly minAttempts: number
  readonly minDeclines: number
  readonly warnDeclines: number
}

/** After a restoration the thresholds are lower for a while. */
export const termsOf = (onProbation: boolean): LadderTerms =>
  onProbation ? { ...declineRisk, ...declineRisk.probation } : declineRisk

export const bpsOf = ({ approved, declined }: Weight): number =>
  approved + declined > 0 ? Math.floor((declined * 10_000) / (approved + declined)) : 0

/**
 * A few declines among few attempts mean little. Below the sample size there are only warnings; otherwise one purchase (or one thief) could stop everything.
 */
export function rungOf({ approved, declined }: Weight, terms: LadderTerms = declineRisk): Rung {
  const attempts = approved + declined
  const reaches = (bps: number): boolean => declined * 10_000 >= bps * attempts
  const enough = attempts >= terms.minAttempts && declined >= terms.minDeclines
  if (enough && declined * 10_000 > terms.stopAboveBps * attempts) return 'STOP'
  if (enough && reaches(terms.urgentAtBps)) return 'URGENT'
  return declined >= terms.warnDeclines && reaches(terms.warnAtBps) ? 'WARN' : 'FINE'
}

/** Returns how many more counted declines reach a level if no approvals follow; 0 if already reached. */
export function declinesTo(
  rung: Exclude<Rung, 'FINE'>,
  { approved, declined }: Weight,
  terms: LadderTerms = declineRisk,
): number {
  // (d + k) / (a + d + k) = bps / 10,000, solved for d + k: the smallest whole number that reaches or exceeds it.
  const reaching = (bps: number): number => Math.ceil((bps * approved) / (10_000 - bps))
  const passing = (bps: number): number => Math.floor((bps * approved) / (10_000 - bps)) + 1
  const sample = Math.max(terms.minDeclines, terms.minAttempts - approved)
  const wanted = {
    WARN: Math.max(reaching(terms.warnAtBps), terms.warnDeclines),
    URGENT: Math.max(reaching(terms.urgentAtBps), sample),
    STOP: Math.max(passing(terms.stopAboveBps), sample),
  }
  return Math.max(0, wanted[rung] - declined)
}

const Count = z.int().check(z.nonnegative())

export const declineLadder = call({
  on: 'GET /api/cardTrade/refuse/ladder',
  title: '拒付率阶梯与每日构成 Decline rate by day, and the distance to each warning level',
  who: 'trade:view',
  input: nothing,
  output: z.object({
    /** The account's level; a sub-account sees it too, because its cards stop with the others. */
    rung: z.enum(rungs),
    /** Counts of the account, or of the calling sub-account. */
    approved: Count,
    declined: Count,
    rateBps: Count,
    windowDays: Count,
    /** The start of the counted period: the window's first day, or the day of a restoration. */
    windowFrom: Time,
    minAttempts: Count,
    minDeclines: Count,
    enough: Flag,
    /** Counted declines until each level if no approvals follow, 0 if reached; null for a sub-account. */
    rungs: z.array(z.object({ rung: z.enum(['WARN', 'URGENT', 'STOP']), atBps: Count, more: z.nullable(Count) })),
    /** After a restoration, until `probationUntil`; null if all cards are stopped again. */
    restoredTime: z.nullable(Time),
    probationUntil: z.nullable(Time),
    /** The rate on each of the last 30 days, and that day's attempts. */
    days: z.array(z.object({ date: z.string(), approved: Count, declined: Count, rateBps: Count })),
    reasons: z.array(
      z.object({ reason: z.string(), text: z.string(), advice: z.string(), counted: Flag, count: Count }),
    ),
    /** The cards with the most counted declines. */
    cards: z.array(
      z.object({ cardId: z.string(), cardSeqNo: z.string(), lastFour: z.string(), attempts: Count, declined: Count }),
    ),
    /** If all cards are stopped: since when, and at which figures. */
    stopped: z.nullable(
      z.object({ time: Time, attempts: Count, declined: Count, rateBps: Count, limitBps: Count, cards: Count }),
    ),
  }),
  refusals: [],
})

/** Returns how many more declines an account can take; the next one after that stops its cards. */
export const declinesLeft = ({ rungs: all }: { rungs: readonly { rung: Rung; more: number | null }[] }): number =>
  Math.max(0, (all.find(({ rung }) => rung === 'STOP')?.more ?? 1) - 1)
