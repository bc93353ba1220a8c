import { ahead, DAY, dateOf } from '#server/core/clock.ts'
import { transaction } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { lockOwnSubs, seatsOf, takeEndingSubs, updateSeats } from '#server/identity/identity.ts'
import { entitlementsOf } from '#server/plans/plans.ts'

/** Days before the end on which both are notified, nearest first; 0: it has ended. */
const TOLD_BEFORE = [0, 1, 3, 7]

/** A sub-account ends by its date alone, without any job. This only notifies its parent and the sub-account. Its cards remain. */
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

/** Free seats last as long as the plan, so an extension of the plan extends them: the first ones, as many as the plan includes. */
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
      accountId,
      behind.map(({ sub_uid }) => ({ subUid: sub_uid, expiresAt, free: true })),
    )
  })
