/** The latest authorizations, which the strip and the table of the overview show. */
import { useEffect, useRef } from 'react'
import type { Output } from '#contract/core/call.ts'
import { pageAuthorizations, pageSubAuthorizations } from '#contract/trades/trades.ts'
import { useAsk } from '#web/parts/client/queries.ts'

export type Row = Output<typeof pageAuthorizations>['data'][number]

/** As many as the strip has room for on a wide screen. */
const SHOWN = 24

/** `isNew`: whether it has come since the ones before were shown, and not with the page. */
export function useArrivals(ofSubs: boolean) {
  const query = useAsk(
    ofSubs ? pageSubAuthorizations : pageAuthorizations,
    { pageNo: 1, pageSize: SHOWN, scope: 'all' },
    { everyMs: 3_000, live: ['trades'], quiet: true },
  )
  const rows = query.data?.data
  const known = useRef<Set<string>>(undefined)
  const before = known.current
  useEffect(() => {
    if (rows) known.current = new Set(rows.map(({ cardAuthId }) => cardAuthId))
  }, [rows])
  return { query, rows, isNew: ({ cardAuthId }: Row) => before !== undefined && !before.has(cardAuthId) }
}
