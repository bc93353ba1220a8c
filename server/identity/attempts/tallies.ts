import { refuse } from '#contract/core/refusals.ts'
import { DAY, MINUTE, nowMs, SECOND } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { clearTally, countOne, countOneLess, tallyOf } from '../queries.ts'

/** What is counted, how often it may happen, and in which period. Counted in the database, so all processes count together. */
const limits = {
  'sms.gap': { most: 1, withinMs: 60 * SECOND },
  'sms.day': { most: 10, withinMs: DAY },
  'sms.ip': { most: 20, withinMs: DAY },
  // Callers who are not signed in, for all purposes together: nobody can flood a number by alternating sign-up, sign-in and forgotten password.
  'sms.mobile': { most: 20, withinMs: DAY },
  // A /24 or /48. Ten times the limit of an address: one range of a mobile network has thousands of people.
  'sms.range': { most: 200, withinMs: DAY },
  // To numbers that one login names as its next one. Being signed in is paid for once and sends no more than this.
  'sms.newMobile': { most: 10, withinMs: DAY },
  'sms.wrong': { most: 5, withinMs: 15 * MINUTE },
  'mail.gap': { most: 1, withinMs: 60 * SECOND },
  'mail.day': { most: 10, withinMs: DAY },
  'captcha.wrong': { most: 5, withinMs: MINUTE },
  // For one name, all unknown devices together. An app code is guessed with a chance of three in a million: this leaves 6 in 100,000 a day.
  'google.name': { most: 20, withinMs: DAY },
  'password.name': { most: 100, withinMs: DAY },
  'staff.name': { most: 100, withinMs: DAY },
} as const
export type Tallied = keyof typeof limits

/**
 * Takes one of the remaining; returns false if none is left. A single statement, never read-compare-write: three hundred concurrent guesses share five tries.
 */
export const takeOne = async (subject: Tallied, key: string): Promise<boolean> => {
  const { most, withinMs } = limits[subject]
  return (await countOne(db, subject, key, most, withinMs)) !== undefined
}

/** Takes one, or refuses with the time to wait. */
export async function takeOrRefuse(subject: Tallied, key: string): Promise<void> {
  if (await takeOne(subject, key)) return
  const tally = await tallyOf(db, subject, key)
  throw refuse('too_fast', { retryAfterMs: Math.max(0, (tally?.expires_at.getTime() ?? 0) - nowMs()) })
}

export const giveBack = async (subject: Tallied, key: string): Promise<void> =>
  void (await countOneLess(db, subject, key))

export const countOf = async (subject: Tallied, key: string): Promise<number> =>
  (await tallyOf(db, subject, key))?.count ?? 0
export const isFull = async (subject: Tallied, key: string): Promise<boolean> =>
  (await countOf(subject, key)) >= limits[subject].most
export const forget = async (subject: Tallied, key: string): Promise<void> => void (await clearTally(db, subject, key))
