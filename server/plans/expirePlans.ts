import { ahead, DAY } from '../core/clock.ts'
import { transaction } from '../core/db.ts'
import { notify } from '../core/news.ts'
import { takeEnded, takeEnding } from './lotQueries.ts'

/** Days before the end on which the owner is told, nearest first: who is told of one day needs no word of seven. */
const TOLD_BEFORE = [1, 3, 7]

/** Plans that have run out, and those that soon will. */
export const expirePlans = (): Promise<void> =>
  transaction(async (tx) => {
    for (const { account_id: accountId, name_cn: plan } of await takeEnded(tx))
      await notify(tx, { accountId }, 'plan_expired', { plan })
    for (const days of TOLD_BEFORE)
      for (const { account_id: accountId, name_cn: plan, expires_at } of await takeEnding(tx, days, ahead(days * DAY)))
        await notify(tx, { accountId }, 'plan_expiring', { plan, days, until: expires_at.toISOString().slice(0, 10) })
  })
