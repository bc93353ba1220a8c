/**
 * Reads that begin while the session is looked up, and leave in one packet with it. What the caller of a token was allowed at the last call is remembered; a call
 * that only reads begins with that. The look-up decides, on every call: if it refuses, or finds anything else, what was read is thrown away.
 */
import { hash } from 'node:crypto'
import type { Call } from '#contract/core/call.ts'
import { isStaffWho } from '#contract/core/call.ts'
import type { Actor, Caller, Staff, Stranger } from '../core/actor.ts'

const CALLERS_MAX = 5000
/** By the hash of the token, the oldest first. */
const callers = new Map<string, Actor>()
const keyOf = (token: string): string => hash('sha256', token, 'base64')

/** By a holder, without a trace. */
export const onlyReads = ({ method, who, changes, reads, once, file, events }: Call): boolean =>
  (method === 'GET' ? !changes : reads === true) &&
  ![who === 'public', who === 'client', isStaffWho(who), once, file, events].some(Boolean)

export type ReadAhead<T> = {
  /** The answer, if this is who was expected. */
  answerFor(actor: Actor | Staff | Stranger): Promise<T> | undefined
  refused(): void
}

/** `read`: checks the caller's rights first. Undefined: the call changes something. */
export function readAhead<T>(
  row: Call,
  token: string | undefined,
  from: Caller,
  read: (actor: Actor) => Promise<T>,
): ReadAhead<T> | undefined {
  if (!onlyReads(row) || token === undefined) return undefined
  const key = keyOf(token)
  const known = callers.get(key)
  const answer = known && read({ ...known, from })
  answer?.catch(() => {}) // it is nobody's error if the caller is refused
  return {
    answerFor(actor) {
      if (actor.kind !== 'parent' && actor.kind !== 'sub') return undefined
      if (known && isSame(known, actor)) return answer
      if (callers.size >= CALLERS_MAX) callers.delete(callers.keys().next().value!)
      callers.set(key, actor)
      return undefined
    },
    refused: () => void callers.delete(key),
  }
}

const isSame = (one: Actor, other: Actor): boolean =>
  (one.may === other.may || told([...one.may]) === told([...other.may])) && told(fixed(one)) === told(fixed(other))
const fixed = ({ from: _, may: __, ...more }: Actor) => more
const told = (what: unknown): string => JSON.stringify(what)
