import { refuse } from '#contract/core/refusals.ts'
import { DAY, MINUTE, nowMs, SECOND } from '../core/clock.ts'
import { db } from '../core/db.ts'
import { clearTally, countOne, countOneLess, tallyOf } from './queries.ts'

/** What is counted, how often it may happen, and in which time. Counted in the database, so all processes count together. */
const limits = {
  'sms.gap': { most: 1, withinMs: 60 * SECOND },
  'sms.day': { most: 10, withinMs: DAY },
  'sms.ip': { most: 20, withinMs: DAY },
  // Those who are not signed in, for all purposes together: a number cannot be flooded by taking turns at sign-up, sign-in and forgotten password.
  'sms.mobile': { most: 20, withinMs: DAY },
  // A /24 or /48. Ten times an address: behind one range of a mobile network are thousands of people.
  'sms.range': { most: 200, withinMs: DAY },
  // To numbers that one login names as its next one. Being signed in is paid for once and sends no more than this.
  'sms.newMobile': { most: 10, withinMs: DAY },
  'sms.wrong': { most: 5, withinMs: 15 * MINUTE },
  'mail.gap': { most: 1, withinMs: 60 * SECOND },
  'mail.day': { most: 10, withinMs: DAY },
  'captcha.wrong': { most: 5, withinMs: MINUTE },
  // Of one name from all unknown devices together. A code of an app can be guessed at three in a million: this leaves 6 in 100,000 a day.
  'google.name': { most: 20, withinMs: DAY },
  'password.name': { most: 100, withinMs: DAY },
  'staff.name': { most: 100, withinMs: DAY },
} as const
export type Tallied = keyof typeof limits

/**
 * Take one of what is left; false if nothing is. One statement and never read-compare-write: three hundred guesses that
 * arrive together are three hundred takers of five.
 */
export const takeOne = async (subject: Tallied, key: string): Promise<boolean> => {
  const { most, withinMs } = limits[subject]
  return (await countOne(db, subject, key, most, withinMs)) !== undefined
}

/** Take one, or refuse with how long to wait. */
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
