import { setTimeout as sleep } from 'node:timers/promises'
import { refuse } from '#contract/core/refusals.ts'
import { raiseAlarm } from '../core/alarms.ts'
import type { Caller } from '../core/actor.ts'
import { nowMs } from '../core/clock.ts'
import { db, type Tx } from '../core/db.ts'
import { browserHash, type Origin } from './origin.ts'
import {
  attackOn,
  blockedUntil,
  failAttempt,
  hasFailures,
  insertBrowser,
  passAttempt,
  takeAttempt,
  type Attempt,
} from './originQueries.ts'
import { giveBack, takeOne } from './tallies.ts'

/** So many places that try one name, or names that one place tries, in a day are no person who has forgotten a password. */
const MANY_ORIGINS = 10
const MANY_NAMES = 20

export type Try = {
  readonly subject: Attempt['subject']
  /** Whose, as a key: of names that nobody has, too. */
  readonly name: string
  /** Id of whose it is, for the alarm. */
  readonly owner: string | undefined
  readonly origin: Origin
}

const attemptOf = ({ subject, name, origin: { key, network } }: Try): Attempt => ({
  subject,
  name,
  origin: key,
  network,
})

/**
 * Take a try of this name from this origin, before anything is judged. Where five are being judged at this moment and have
 * not failed, wait for them: ten tabs that sign in at once are no attack. Places that this person has never signed in from
 * share a hundred wrong tries a day: who has many addresses is no better off, and the known device has its own.
 */
export async function takeTry(one: Try, field?: string): Promise<void> {
  const attempt = attemptOf(one)
  const locked = (more: object = {}) => refuse('code_locked', { ...(field && { field }), ...more })
  for (let waited = 0; ; waited += 50) {
    if (await takeAttempt(db, attempt)) break
    const blocked = await blockedUntil(db, attempt)
    if (blocked) throw locked({ retryAfterMs: Math.max(0, blocked.blocked_until.getTime() - nowMs()) })
    if (waited >= 2000) throw refuse('too_fast')
    await sleep(50)
  }
  if (!one.origin.known && !(await takeOne(`${one.subject}.name`, one.name))) {
    await failAttempt(db, attempt)
    throw locked()
  }
}

export async function tryWasWrong(one: Try): Promise<void> {
  const attempt = attemptOf(one)
  await failAttempt(db, attempt)
  const { origins, names } = await attackOn(db, attempt)
  if (origins >= MANY_ORIGINS)
    await raiseAlarm(db, {
      kind: 'SIGN_IN_ATTACK',
      subject: one.owner ?? `name ${one.name.slice(0, 12)}`,
      detail: { origins },
    })
  if (names >= MANY_NAMES && !one.origin.known)
    await raiseAlarm(db, { kind: 'SIGN_IN_SPRAY', subject: attempt.network, detail: { names } })
}

export async function tryWasRight(one: Try): Promise<void> {
  await passAttempt(db, attemptOf(one))
  if (!one.origin.known) await giveBack(`${one.subject}.name`, one.name)
}

export const hasFailed = (one: Try): Promise<boolean> => hasFailures(db, attemptOf(one))

/** Whoever has signed in with all that it takes may do so again from here, whatever strangers try. */
export async function rememberBrowser(tx: Tx, owner: string, { browser }: Pick<Caller, 'browser'>): Promise<void> {
  if (browser !== undefined) await insertBrowser(tx, owner, browserHash(browser))
}
