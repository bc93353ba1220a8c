import { ahead, DAY, dateOf } from '../core/clock.ts'
import { transaction } from '../core/db.ts'
import { lockOwnSubs, seatsOf, takeEndingSubs, updateSeats } from '../identity/identity.ts'
import { notify } from '../core/news.ts'
import { entitlementsOf } from '../plans/plans.ts'

/** Days before the end on which both are told, nearest first; 0: it has ended. */
const TOLD_BEFORE = [0, 1, 3, 7]

/**
 * A sub-account ends by the clock alone; nothing has to run for it to be so. This only tells its parent and itself. Its
 * cards go on.
 */
export const tellEndings = (): Promise<void> =>
  transaction(async (tx) => {
    for (const days of TOLD_BEFORE)
      for (const sub of await takeEndingSubs(tx, days, ahead(days * DAY))) {
        const params = { name: sub.nickname, days, until: dateOf(sub.expires_at.getTime()) }
        for (const loginId of [undefined, sub.login_id])
          await notify(
            tx,
            { accountId: sub.account_id, loginId },
            days === 0 ? 'sub_expired' : 'sub_expiring',
            params,
            { type: 'sub', id: sub.sub_uid },
          )
      }
  })

/** Free seats last as long as the plan, so they follow when it was extended. The first ones, as many as it gives. */
export const followPlan = ({ accountId }: { accountId: string }): Promise<void> =>
  transaction(async (tx) => {
    const { freeSeats, expiresAt } = await entitlementsOf(tx, accountId)
    if (!expiresAt) return
    const free = (await seatsOf(tx, accountId)).filter(({ free_seat }) => free_seat).slice(0, freeSeats)
    const subs = await lockOwnSubs(
      tx,
      accountId,
      free.map(({ sub_uid }) => sub_uid),
    )
    const behind = subs.filter(({ expires_at }) => expires_at < expiresAt)
    await updateSeats(
      tx,
      behind.map(({ sub_uid }) => ({ subUid: sub_uid, expiresAt, free: true })),
    )
  })
