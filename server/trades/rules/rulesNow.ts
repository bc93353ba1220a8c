/** The rules that a decision goes by, kept in memory and never older than a second; after a silence a decision waits for one small row. */
import { db } from '#server/core/db.ts'
import { inPassing } from '#server/core/database/inPassing.ts'
import type { Limits } from '../decide/limits.ts'
import { limitsOf } from './compile.ts'
import { deskVersion, rulesToLoad } from './ruleQueries.ts'

export type RulesNow = {
  readonly live: Limits
  readonly shadow?: { readonly rulesId: string; readonly limits: Limits }
}

let of: unknown
let version = -1
let rules: RulesNow

const looks = inPassing(
  async (ask: () => Promise<number>) => {
    const on = db
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
  },
  { againMs: 400, goodForMs: 900 },
)

/** `version`: how this caller asks. The decision path has a connection of its own, so that a crowd at the pool does not hold it up. */
export async function rulesNow(version: () => Promise<number> = () => deskVersion(db)): Promise<RulesNow> {
  await looks.current(of === db, version)
  return rules
}

export const { lookAgain } = looks
