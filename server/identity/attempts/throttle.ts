import { setTimeout as sleep } from 'node:timers/promises'
import { refuse } from '#contract/core/refusals.ts'
import { raiseAlarm } from '#server/core/alarms.ts'
import type { Caller } from '#server/core/actor.ts'
import { nowMs, ago, DAY } from '#server/core/clock.ts'
import { db, type Tx } from '#server/core/db.ts'
import { networkOf } from '#server/core/addresses.ts'
import { lookupHash } from '#server/core/secrets.ts'
import {
  attackOn,
  blockedUntil,
  failAttempt,
  hasFailures,
  insertBrowser,
  passAttempt,
  takeAttempt,
  type Attempt,
  browserKnown,
} from './queries.ts'
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

/**
 * Where a try comes from. Tries are counted by it, so that nobody uses up those of a person elsewhere, and a device from
 * which this person has signed in before has its own even in a network that it shares with strangers.
 */
export type Origin = {
  readonly key: string
  readonly network: string
  readonly known: boolean
  /** The one browser, as far as it can be told; a program that names none is told by its network and its name. */
  readonly requester: Buffer
}

const browserHash = (browser: string): Buffer => lookupHash('browser', browser)

/** `owner`: whose name was typed, if anybody's. `seen`: that person has signed in from this address with this program. */
export async function originOf(owner: string | undefined, from: Caller, seen: boolean): Promise<Origin> {
  const network = networkOf(from.ip)
  const program = lookupHash('program', `${network} ${from.device}`)
  const browser = from.browser === undefined ? undefined : browserHash(from.browser)
  const requester = browser ?? program
  if (browser && (await browserKnown(db, owner ?? '', browser, ago(90 * DAY))))
    return { key: `browser ${browser.toString('hex')}`, network, known: true, requester }
  if (seen) return { key: `program ${program.toString('hex')}`, network, known: true, requester }
  return { key: `network ${network}`, network, known: false, requester }
}

/** Of somebody who is signed in: no stranger can make these tries. */
export const signedInOrigin: Origin = { key: 'signed in', network: '', known: true, requester: Buffer.alloc(0) }
