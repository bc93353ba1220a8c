import { show } from '#contract/core/money.ts'
import { DAY, nowMs, dayBegan } from '../core/clock.ts'
import { db, transaction } from '../core/db.ts'
import { notify } from '../core/news.ts'
import { earnedBetween } from './flowQueries.ts'

/** What came in yesterday, in one notice. */
export async function digest(): Promise<void> {
  const until = dayBegan()
  for (const { account_id, sum } of await earnedBetween(db, dayBegan(nowMs() - DAY), until))
    await transaction((tx) => notify(tx, { accountId: account_id }, 'commission_in', { amount: show(sum) }))
}
