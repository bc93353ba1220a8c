import { show } from '../../contract/money.ts'
import { dayBegan } from '../calendar.ts'
import { DAY, nowMs } from '../clock.ts'
import { db, transaction } from '../db.ts'
import type { JobTasks, Sweeps } from '../jobs.ts'
import { notify } from '../news.ts'
import { accrue } from './accrue.ts'
import { feeReturned } from './clawBack.ts'
import { earnedBetween } from './flowQueries.ts'
import { matureDue } from './mature.ts'

export const tasks: JobTasks = {
  'referrals.accrue': accrue,
  'referrals.feeReturned': feeReturned,
}

export const sweeps: Sweeps = {
  'referrals.mature': { every: 'minute', work: matureDue },
  /** Once a day, so that a busy week of an invited account is not a hundred notices. */
  'referrals.digest': { every: 'day', work: digest },
}

async function digest(): Promise<void> {
  const until = dayBegan()
  for (const { account_id, sum } of await earnedBetween(db, dayBegan(nowMs() - DAY), until))
    await transaction((tx) => notify(tx, { accountId: account_id }, 'commission_in', { amount: show(sum) }))
}
