import { useMemo } from 'react'
import { declineReasons, type DeclineReason } from '#contract/trades/declines.ts'
import type { Words } from '#contract/core/fields.ts'
import { currencies } from '#contract/core/money.ts'
import { authStatuses, tradeStatuses, tradeTypes } from '#contract/trades/trades.ts'
import { namesOf, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { routeSet } from '../menu.ts'
import { countryOptions } from './countries.ts'
import type { Tab } from './tabs.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'

/** A new authorization appears within this time. */
const LIVE_MS = 3_000

const options = (words: Record<string, Words>) =>
  Object.entries(words).map(([value, word]) => ({ value, label: word[langNow()] }))
const reasonOptions = () =>
  (Object.keys(declineReasons) as DeclineReason[]).map((value) => ({
    value,
    label: declineReasons[value].words[langNow()],
  }))

/** Set by links from other pages; they have no field in the panel. */
const fromElsewhere = ['cardId', 'tagId', 'gid', 'subUid'] as const

/** Every filter of the tab's call, under the names used in the contract and the address; and the polling interval. */
export function useTradeList(tab: Tab, whose?: Filter) {
  const t = useText()
  const withSubs = routeSet(useSession()) === 'parentWithSubs'
  const filters = useMemo<Filter[]>(() => {
    const own: Record<Tab, Filter[]> = {
      auth: [{ kind: 'choice', name: 'status', label: t('trades.filter.status'), options: options(authStatuses) }],
      settled: [
        { kind: 'choice', name: 'type', label: t('trades.filter.type'), options: options(tradeTypes) },
        { kind: 'choice', name: 'status', label: t('trades.filter.status'), options: options(tradeStatuses) },
      ],
      declined: [{ kind: 'choice', name: 'reason', label: t('trades.filter.reason'), options: reasonOptions() }],
    }
    const scope: Filter = {
      kind: 'choice',
      name: 'scope',
      label: t('trades.filter.scope'),
      options: [
        { value: 'own', label: t('trades.scopeOwn') },
        { value: 'all', label: t('trades.scopeAll') },
      ],
    }
    return [
      ...(whose ? [whose] : []),
      { kind: 'text', name: 'merchant', label: t('trades.filter.merchant') },
      { kind: 'text', name: 'lastFour', label: t('trades.filter.lastFour'), inputMode: 'numeric' },
      ...own[tab],
      { kind: 'days', name: ['startTime', 'endTime'], label: t('trades.filter.time') },
      { kind: 'money', name: ['minAmount', 'maxAmount'], label: t('trades.filter.amount') },
      { kind: 'text', name: 'cardSeqNo', label: t('trades.filter.cardSeqNo') },
      { kind: 'choice', name: 'country', label: t('trades.filter.country'), options: countryOptions() },
      {
        kind: 'choice',
        name: 'currency',
        label: t('trades.filter.currency'),
        options: Object.entries(currencies).map(([value, name]) => ({ value, label: `${value} ${name[langNow()]}` })),
      },
      ...(withSubs && !whose ? [scope] : []),
    ]
    // The words of the contract's tables follow the language as `t` does.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [t, tab, withSubs, whose])
  const names = useMemo(() => [...new Set([...namesOf(filters), ...fromElsewhere])], [filters])
  const list = useListState(names)
  /** Rows of a later page would move while being read. */
  const live = list.pageNo === 1
  return { filters, list, live, everyMs: live ? LIVE_MS : undefined, question: JSON.stringify(list.asked) }
}
