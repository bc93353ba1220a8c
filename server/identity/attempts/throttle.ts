import { setTimeout as sleep } from 'node:timers/promises'
import { refuse } from '#contract/core/refusals.ts'
import { raiseAlarm } from '#server/core/alarms.ts'
import { NO_LOGIN, type Caller } from '#server/core/actor.ts'
import { nowMs, ago, DAY } from '#server/core/clock.ts'
import { db, type Tx } from '#server/core/db.ts'
import { networkOf } from '#server/core/addresses.ts'
import { referenceHash } from '#server/core/secrets.ts'
import {
  attackOn,
  blockedUntil,
  failAttempt,
  hasFailures,
  insertBrowser,
  passAttempt,
  takeAttempt,
  type Attempt,
  type BrowserOwner,
  browserKnown,
} from './queries.ts'
import { giveBack, takeOne } from './tallies.ts'

/** This many origins for one name, or names from one origin, in a day are not a person who has forgotten a password. */
const MANY_ORIGINS = 10
const MANY_NAMES = 20

export type Try = {
  readonly subject: Attempt['subject']
  /** The name as a key, also for unknown names. */
  readonly name: string
  /** The owner's id, for the alarm. */
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
 * Takes an attempt at this name from this origin before anything is checked. If five are being checked at this moment and have not failed, it waits for them:
 * ten tabs that sign in simultaneously are no attack. Origins this person has never signed in from share a hundred wrong attempts a day: having many addresses
 * does not help, and the known device has its own.
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

/** Someone who has completed a sign-in may do so again from this origin, whatever strangers attempt. */
export async function rememberBrowser(
  tx: Tx,
  owner: BrowserOwner,
  { browser }: Pick<Caller, 'browser'>,
): Promise<void> {
  if (browser !== undefined) await insertBrowser(tx, owner, browserHash(browser))
}

/**
 * The origin of an attempt. Attempts are counted by origin, so that nobody uses up those of a person elsewhere, and a device this person has signed in from has
 * its own count even in a network shared with strangers.
 */
export type Origin = {
  readonly key: string
  readonly network: string
  readonly known: boolean
  /** One browser, as far as it can be identified; a program without an identifier is identified by its network and name. */
  readonly requester: Buffer
}

const browserHash = (browser: string): Buffer => referenceHash('browser', browser)

/** `owner`: the owner of the typed name, if it exists. `seen`: that person has signed in from this address with this program. */
export async function originOf(owner: BrowserOwner | undefined, from: Caller, seen: boolean): Promise<Origin> {
  const network = networkOf(from.ip)
  const program = referenceHash('program', `${network} ${from.device}`)
  const browser = from.browser === undefined ? undefined : browserHash(from.browser)
  const requester = browser ?? program
  if (browser && (await browserKnown(db, owner ?? NO_LOGIN, browser, ago(90 * DAY))))
    return { key: `browser ${browser.toString('hex')}`, network, known: true, requester }
  if (seen) return { key: `program ${program.toString('hex')}`, network, known: true, requester }
  return { key: `network ${network}`, network, known: false, requester }
}

/** For signed-in people: no stranger can make these attempts. */
export const signedInOrigin: Origin = { key: 'signed in', network: '', known: true, requester: Buffer.alloc(0) }
