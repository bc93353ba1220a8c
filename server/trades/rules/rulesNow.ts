/**
 * The rules that a decision goes by, kept in memory. Under load they are looked at again in the background, so a decision
 * finds them there; only one that comes after a silence waits for one small row. None goes by rules that were last seen
 * to be current more than a second ago, on whichever server the change was made.
 */
import { db } from '../../db.ts'
import type { Limits } from '../decide/limits.ts'
import { limitsOf } from './compile.ts'
import { deskVersion, rulesToLoad } from './ruleQueries.ts'

export type RulesNow = {
  readonly live: Limits
  readonly shadow?: { readonly rulesId: string; readonly limits: Limits }
}

const LOOK_AGAIN_MS = 400
const GOOD_FOR_MS = 900

let of: unknown
let version = -1
let seenAt = -Infinity
let rules: RulesNow
let looking: Promise<void> | undefined

/** `version`: how this caller asks. The decision path has a connection of its own, so that a crowd at the pool does not hold it up. */
export async function rulesNow(version: () => Promise<number> = () => deskVersion(db)): Promise<RulesNow> {
  const age = of === db ? performance.now() - seenAt : Infinity
  if (age > LOOK_AGAIN_MS) {
    looking ??= look(version).finally(() => (looking = undefined))
    if (age > GOOD_FOR_MS) await looking
    else looking.catch(() => {}) // the next one waits for it
  }
  return rules
}

async function look(ask: () => Promise<number>): Promise<void> {
  const on = db
  const begun = performance.now() // what is changed while we read may not be in it
  const found = await ask()
  if (of !== on || found !== version) {
    const { desk, lists, live, shadow } = await rulesToLoad(on)
    rules = {
      live: limitsOf(live, lists, desk.halted),
      ...(shadow && { shadow: { rulesId: shadow.rules_id, limits: limitsOf(shadow.document, lists) } }),
    }
    version = desk.version
  }
  of = on
  seenAt = begun
}

/** For tests, which do not wait for a second to pass. */
export const lookAgain = (): void => void (seenAt = -Infinity)
