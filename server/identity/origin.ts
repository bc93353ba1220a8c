import { networkOf } from '../core/addresses.ts'
import type { Caller } from '../core/actor.ts'
import { ago, DAY } from '../core/clock.ts'
import { db } from '../core/db.ts'
import { lookupHash } from '../core/secrets.ts'
import { browserKnown } from './originQueries.ts'

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

export const browserHash = (browser: string): Buffer => lookupHash('browser', browser)

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
