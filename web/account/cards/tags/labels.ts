import { countCardGroups, countUngrouped, listCardGroups } from '#contract/cards/groups.ts'
import { listCards, showCard, cardLog } from '#contract/cards/cards.ts'
import { listTags } from '#contract/cards/tags.ts'
import { pageAuthorizations, pageDeclines, pageTrades } from '#contract/trades/trades.ts'
import type { Output } from '#contract/core/call.ts'
import { useAsk, refresh } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'

export type Group = Output<typeof listCardGroups>['data'][number]
export type Tag = Output<typeof listTags>['data'][number]

/** Refreshes everything that shows a group or a card's group. */
export const groupsChanged = (): void =>
  refresh(listCardGroups, countUngrouped, countCardGroups, listCards, showCard, cardLog)

/** Refreshes everything that shows a tag. */
export const tagsChanged = (): void =>
  refresh(listTags, listCards, showCard, pageAuthorizations, pageTrades, pageDeclines)

/** Loads all groups together: there are 200 at most. Requests nothing if the user may not see them. */
export function useGroups({ everyMs }: { everyMs?: number } = {}) {
  const { shown } = useMay(listCardGroups)
  return useAsk(
    listCardGroups,
    { pageNo: 1, pageSize: 200 },
    { quiet: true, enabled: shown, everyMs, live: ['cards', 'account'] },
  )
}

/** The same for tags: a hundred at most. */
export function useTags({ everyMs }: { everyMs?: number } = {}) {
  const { shown } = useMay(listTags)
  return useAsk(
    listTags,
    { pageNo: 1, pageSize: 100 },
    { quiet: true, enabled: shown, everyMs, live: ['cards', 'account'] },
  )
}
