import { useMemo } from 'react'
import { declineReasons, type DeclineReason } from '#contract/trades/declines.ts'
import type { Words } from '#contract/core/fields.ts'
import { currencies } from '#contract/core/money.ts'
import { authStatuses, tradeStatuses, tradeTypes } from '#contract/trades/trades.ts'
import { namesOf, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { routeSet } from '../menu.ts'
import { countryOptions } from '../countries.ts'
import type { Tab } from './tabs.ts'
import { langNow, useLang } from '#web/text.ts'
import type { Option } from '#web/ui/forms/Input.tsx'
import { say } from './text.ts'

/** A new authorization appears within this time. */
const LIVE_MS = 3_000

const options = (words: Record<string, Words>) =>
  Object.entries(words).map(([value, word]) => ({ value, label: word[langNow()] }))
const reasonOptions = () =>
  (Object.keys(declineReasons) as DeclineReason[]).map((value) => ({
    value,
    label: declineReasons[value].words[langNow()],
  }))

/** Every filter of the tab's call, under the names used in the contract and the address. */
function filtersOf(tab: Tab, withScope: boolean, whose: Filter | undefined): Filter[] {
  const choice = (name: 'status' | 'type' | 'reason' | 'country' | 'scope' | 'currency', some: Option[]): Filter => ({
    kind: 'choice',
    name,
    label: say(`trades.filter.${name}`),
    options: some,
  })
  const own: Record<Tab, Filter[]> = {
    auth: [choice('status', options(authStatuses))],
    settled: [choice('type', options(tradeTypes)), choice('status', options(tradeStatuses))],
    declined: [choice('reason', reasonOptions())],
  }
  return [
    ...(whose ? [whose] : []),
    { kind: 'text', name: 'merchant', label: say('trades.filter.merchant') },
    { kind: 'text', name: 'lastFour', label: say('trades.filter.lastFour'), inputMode: 'numeric' },
    ...own[tab],
    { kind: 'days', name: ['startTime', 'endTime'], label: say('trades.filter.time') },
    { kind: 'money', name: ['minAmount', 'maxAmount'], label: say('trades.filter.amount') },
    { kind: 'text', name: 'cardSeqNo', label: say('trades.filter.cardSeqNo') },
    choice('country', countryOptions()),
    choice(
      'currency',
      Object.entries(currencies).map(([value, name]) => ({ value, label: `${value} ${name[langNow()]}` })),
    ),
    ...(withScope
      ? [
          choice('scope', [
            { value: 'own', label: say('trades.scopeOwn') },
            { value: 'all', label: say('trades.scopeAll') },
          ]),
        ]
      : []),
  ]
}

/** Set by links from other pages; they have no field in the panel. */
const fromElsewhere = ['cardId', 'tagId', 'gid', 'subUid'] as const

/** The list of a tab: its filters, its place in the address, and the polling interval. */
export function useTradeList(tab: Tab, whose?: Filter) {
  const withScope = routeSet(useSession()) === 'parentWithSubs' && !whose
  const lang = useLang()
  // oxlint-disable-next-line react/exhaustive-deps
  const filters = useMemo(() => filtersOf(tab, withScope, whose), [lang, tab, withScope, whose])
  const names = useMemo(() => [...new Set([...namesOf(filters), ...fromElsewhere])], [filters])
  const list = useListState(names)
  /** Rows of a later page would move while being read. */
  const live = list.pageNo === 1
  return { filters, list, live, everyMs: live ? LIVE_MS : undefined, question: JSON.stringify(list.asked) }
}
