import type { Lang } from '#contract/core/fields.ts'
import type * as contract from '#contract/risk/rules.ts'
import type { BackTest } from '#contract/risk/rules.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { accountsOfIds } from '#server/identity/identity.ts'
import type { Reader } from '../queries.ts'
import { accountsHit, backTestById, newestBackTest, worstHit, type BackTestFound } from './backTestQueries.ts'
import { nameOfRule } from './compile.ts'

const WORST = 10

export const lastBackTest = newestBackTest

export const showBackTest: Answer<typeof contract.showBackTest> = async ({ from: { lang } }, { backTestId }) => {
  const found = await backTestById(db, backTestId)
  if (!found) throw refuse('not_found')
  return shownBackTest(db, found, lang)
}

export async function shownBackTest(on: Reader, found: BackTestFound, lang: Lang): Promise<BackTest> {
  const [{ count }, worst] = await Promise.all([
    accountsHit(on, found.back_test_id),
    worstHit(on, found.back_test_id, WORST),
  ])
  const people = await accountsOfIds(worst.map(({ account_id }) => account_id))
  const nameOf = new Map(people.map((person) => [person.account_id, person.user_no]))
  return {
    backTestId: found.back_test_id,
    state: found.state,
    fromTime: found.from_at.getTime(),
    toTime: found.to_at.getTime(),
    total: found.total,
    done: found.done,
    stopped: found.stopped,
    stoppedAmount: found.stopped_cents,
    cards: found.cards,
    accounts: count,
    passed: found.passed,
    byRule: Object.entries(found.by_rule)
      .sort(([, a], [, b]) => b - a)
      .map(([at, stopped]) => ({ name: nameOfRule(found.document, Number(at), lang), stopped })),
    worst: worst.map(({ account_id, cards, stopped, stopped_cents }) => ({
      accountId: account_id,
      userNo: nameOf.get(account_id) ?? '',
      cards,
      stopped,
      amount: stopped_cents,
    })),
    makerName: found.made_by_name,
    createTime: found.created_at.getTime(),
    endTime: found.ended_at?.getTime() ?? null,
  }
}
