/**
 * The ladder of an account's decline rate (docs/reference/numbers.md#decline-rate): a warning, an urgent one, and above 5 % all of its
 * cards are stopped. Pure arithmetic on counted declines and approvals; the server acts by it, the console shows how far it is.
 */
import * as z from 'zod'
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

/** Approvals and counted declines; increments, verifications and duplicates are neither. */
export type Weight = { readonly approved: number; readonly declined: number }
export type LadderTerms = {
  readonly warnAtBps: number
  readonly urgentAtBps: number
  readonly stopAboveBps: number
  readonly minAttempts: number
  readonly minDeclines: number
  readonly warnDeclines: number
}

/** After a restoration the ladder is shorter for a while. */
export const termsOf = (onProbation: boolean): LadderTerms =>
  onProbation ? { ...declineRisk, ...declineRisk.probation } : declineRisk

export const bpsOf = ({ approved, declined }: Weight): number =>
  approved + declined > 0 ? Math.floor((declined * 10_000) / (approved + declined)) : 0

/** A few declines of a few attempts say little: below the sample there are warnings only, or one purchase could stop everything (and one thief). */
export function rungOf({ approved, declined }: Weight, terms: LadderTerms = declineRisk): Rung {
  const attempts = approved + declined
  const reaches = (bps: number): boolean => declined * 10_000 >= bps * attempts
  const enough = attempts >= terms.minAttempts && declined >= terms.minDeclines
  if (enough && declined * 10_000 > terms.stopAboveBps * attempts) return 'STOP'
  if (enough && reaches(terms.urgentAtBps)) return 'URGENT'
  return declined >= terms.warnDeclines && reaches(terms.warnAtBps) ? 'WARN' : 'FINE'
}

/** How many more counted declines reach a rung if nothing is approved meanwhile; 0 where it is reached. */
export function declinesTo(
  rung: Exclude<Rung, 'FINE'>,
  { approved, declined }: Weight,
  terms: LadderTerms = declineRisk,
): number {
  // (d + k) / (a + d + k) = bps / 10,000, solved for d + k: the smallest whole number that reaches it, or that passes it.
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

const Count = z.int().nonnegative()

export const declineLadder = call({
  on: 'GET /api/cardTrade/refuse/ladder',
  title: '拒付率阶梯与每日构成 Decline rate by day, and the distance to each warning level',
  who: 'trade:view',
  input: nothing,
  output: z.object({
    /** Of the account; a sub-account sees it too, because its cards stop with the others. */
    rung: z.enum(rungs),
    /** Of the account, or of the sub-account that asks. */
    approved: Count,
    declined: Count,
    rateBps: Count,
    windowDays: Count,
    /** Since when attempts weigh: the window's first day, or the day of a restoration. */
    windowFrom: Time,
    minAttempts: Count,
    minDeclines: Count,
    enough: Flag,
    /** Counted declines that lead to a rung if nothing is approved meanwhile, 0 where it is reached; null for a sub-account. */
    rungs: z.array(z.object({ rung: z.enum(['WARN', 'URGENT', 'STOP']), atBps: Count, more: Count.nullable() })),
    /** After a restoration, until `probationUntil`; null where all cards are stopped again. */
    restoredTime: Time.nullable(),
    probationUntil: Time.nullable(),
    /** The rate as it stood on each of the last 30 days, and what that day added. */
    days: z.array(z.object({ date: z.string(), approved: Count, declined: Count, rateBps: Count })),
    reasons: z.array(
      z.object({ reason: z.string(), text: z.string(), advice: z.string(), counted: Flag, count: Count }),
    ),
    /** The cards whose declines weigh most. */
    cards: z.array(
      z.object({
        cardId: z.string(),
        cardSeqNo: z.string(),
        lastFour: z.string(),
        attempts: Count,
        declined: Count,
      }),
    ),
    /** Where all cards are stopped: since when, and by which figures. */
    stopped: z
      .object({ time: Time, attempts: Count, declined: Count, rateBps: Count, limitBps: Count, cards: Count })
      .nullable(),
  }),
  refusals: [],
})

/** How many more declines an account can take before its cards stop: the next one after them stops them. */
export const declinesLeft = ({ rungs: all }: { rungs: readonly { rung: Rung; more: number | null }[] }): number =>
  Math.max(0, (all.find(({ rung }) => rung === 'STOP')?.more ?? 1) - 1)
