import { useMemo } from 'react'
import type { EventGroup } from '#contract/notices/eventGroups.ts'
import { mustReadNotices, personalNotices } from '#contract/notices/notices.ts'
import { readNotices, unreadNotices } from '#contract/notices/reading.ts'
import { ask } from '#web/parts/client/client.ts'
import { refresh, useAsk, useCall } from '#web/parts/client/queries.ts'
import { offerUndo } from '#web/parts/offerUndo.ts'
import { say } from './text.ts'

/** So many of the newest are listed. */
export const LISTED = 100

/** The newest notices, those of one kind if it is given, and what marks them as read: only those up to the newest of them, so that a later one stays unread. */
export function useInbox(kind?: EventGroup) {
  const query = useAsk(personalNotices, { unread: false, limit: LISTED }, { everyMs: 30_000, live: ['account'] })
  const notices = useMemo(
    () => query.data?.list.filter((notice) => kind === undefined || notice.kind === kind),
    [query.data, kind],
  )
  const marking = useCall(readNotices, {
    refreshes: [personalNotices, mustReadNotices],
    onDone: ({ count, at }) => offerUnread(count, at),
  })
  const newest = notices?.[0]
  return {
    query,
    notices,
    isMarking: marking.isPending,
    readAll:
      newest && notices.some(({ read }) => read === 0)
        ? () => marking.mutate({ readTime: newest.createTime, ...(kind && { kind }) })
        : undefined,
  }
}

/** Says how many were marked, with a button that makes them unread again. */
function offerUnread(count: number, at: number): void {
  if (count === 0) return
  offerUndo(
    say('inbox.read', { count }),
    () => ask(unreadNotices, { at }),
    () => refresh(personalNotices, mustReadNotices),
  )
}
