import { show } from '#contract/core/money.ts'
import { dayBegan } from '../calendar.ts'
import { DAY, nowMs } from '../clock.ts'
import { db, transaction } from '../db.ts'
import { notify } from '../news.ts'
import { earnedBetween } from './flowQueries.ts'

/** What came in yesterday, in one notice. */
export async function digest(): Promise<void> {
  const until = dayBegan()
  for (const { account_id, sum } of await earnedBetween(db, dayBegan(nowMs() - DAY), until))
    await transaction((tx) => notify(tx, { accountId: account_id }, 'commission_in', { amount: show(sum) }))
}
