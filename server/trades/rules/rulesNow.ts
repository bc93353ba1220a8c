/** The rules for decisions, kept in memory and at most a second old; after an idle period a decision waits for one small row. */
import { db } from '#server/core/db.ts'
import { staleWhileRevalidate } from '#server/core/database/staleWhileRevalidate.ts'
import type { Limits } from './limits.ts'
import { limitsOf } from './compile.ts'
import { deskVersion, rulesToLoad } from './queries.ts'

export type RulesNow = {
  readonly live: Limits
  readonly shadow?: { readonly rulesId: string; readonly limits: Limits }
}

let of: unknown
let version = -1
let rules: RulesNow

const rulesCache = staleWhileRevalidate(
  async (ask: () => Promise<number>) => {
    const on = db
    const found = await ask()
    if (of !== on || found !== version) {
      const { desk, lists, live, shadow } = await rulesToLoad(on)
      rules = {
        live: { ...limitsOf(live.document, lists, desk.halted), rulesId: live.rules_id },
        ...(shadow && { shadow: { rulesId: shadow.rules_id, limits: limitsOf(shadow.document, lists) } }),
      }
      version = desk.version
    }
    of = on
  },
  { refreshMs: 400, validForMs: 900 },
)

/** `version`: how this caller reads it. The decision path uses its own connection, so that a busy pool does not delay it. */
export async function rulesNow(version: () => Promise<number> = () => deskVersion(db)): Promise<RulesNow> {
  await rulesCache.current(of === db, version)
  return rules
}

export const { expire: expireRules } = rulesCache
