import { checks } from '#contract/core/checks.ts'
import type { Audience } from '#contract/notices/content.ts'
import type { Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import { db } from '#server/core/db.ts'
import { accountsOfIds, accountsOfNo } from '#server/identity/identity.ts'
import { allPlans } from '#server/plans/plans.ts'

/** What staff type, user numbers, as it is kept: ids of accounts. Plans are kept by their codes. */
export async function keptAudience(audience: Audience, typed: readonly string[], lang: Lang): Promise<string[]> {
  if (audience !== 'PLAN' && audience !== 'ACCOUNT') return []
  if (typed.length === 0) throw refuse('invalid', { field: 'audienceIds', msg: checks.audience_needed[lang] })
  const wanted = [...new Set(typed)]
  if (audience === 'PLAN') {
    const codes = new Set((await allPlans(db)).map(({ code }) => code))
    if (wanted.every((code) => codes.has(code))) return wanted
    throw refuse('invalid', { field: 'audienceIds', msg: checks.audience_needed[lang] })
  }
  const kept: string[] = []
  for (const userNo of wanted) {
    const [account] = await accountsOfNo(userNo)
    if (!account) throw refuse('invalid', { field: 'audienceIds', msg: `${checks.account_unknown[lang]}: ${userNo}` })
    kept.push(account.account_id)
  }
  return kept
}

/** As staff know them again. */
export async function shownAudiences(ids: readonly string[]): Promise<Map<string, string>> {
  const found = ids.length ? await accountsOfIds(ids) : []
  return new Map(found.map(({ account_id, user_no }) => [account_id, user_no]))
}
