import { events, type NewsEvent } from '#contract/notices/notices.ts'
import { channelsOf } from '#contract/notices/notifications.ts'
import type * as contract from '#contract/notices/reading.ts'
import type { Answer } from '#server/core/answer.ts'
import { touch } from '#server/core/changes/touch.ts'
import { now } from '#server/core/clock.ts'
import { transaction } from '#server/core/db.ts'
import { markManyRead, unmarkRead } from './queries.ts'

const allEvents = Object.keys(events) as NewsEvent[]

export const readNotices: Answer<typeof contract.readNotices> = (actor, { readTime, kind, ids }) =>
  transaction(async (tx) => {
    const at = now()
    const wanted = kind === undefined ? allEvents : allEvents.filter((event) => channelsOf(event).group === kind)
    const { length: count } = await markManyRead(tx, actor, { ids, upTo: new Date(readTime), events: wanted, at })
    // Other open windows of the account.
    if (count > 0) touch(tx, actor.accountId, 'account')
    return { count, at: at.getTime() }
  })

/** By the time at which they were marked: it is the same for all of them, and other notices that were read stay so. */
export const unreadNotices: Answer<typeof contract.unreadNotices> = (actor, { at }) =>
  transaction(async (tx) => {
    const count = await unmarkRead(tx, actor, new Date(at))
    if (count > 0) touch(tx, actor.accountId, 'account')
    return { count }
  })
