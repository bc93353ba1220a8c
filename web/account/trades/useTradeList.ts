import { useState } from 'react'
import { declineReasons, type DeclineReason } from '#contract/trades/declines.ts'
import type { Call } from '#contract/core/call.ts'
import { currencies } from '#contract/core/money.ts'
import { authStatuses, tradeStatuses, tradeTypes } from '#contract/trades/trades.ts'
import { optionsFrom, optionsOf, useList, type Filter } from '#web/parts/lists/QueryList.tsx'
import { useSession } from '#web/parts/client/useSession.ts'
import { routeSet } from '../menu.ts'
import { countryOptions } from '../countries.ts'
import type { Tab } from './tabs.ts'
import { langNow } from '#web/text.ts'
import type { Option } from '#web/ui/forms/Input.tsx'
import { type say, useText } from './text.ts'

/** A new authorization appears within this time. */
const LIVE_MS = 3_000

const reasonOptions = () =>
  optionsFrom(Object.keys(declineReasons) as DeclineReason[], (reason) => declineReasons[reason].words[langNow()])

/** Every filter of the tab's call, under the names used in the contract and the address. */
const filtersOf = (t: typeof say, tab: Tab) => {
  const choice = (name: 'status' | 'type' | 'reason' | 'country' | 'scope' | 'currency', options: Option[]) =>
    ({ kind: 'choice', name, label: t(`trades.filter.${name}`), options }) as const
  const own = {
    auth: () => [choice('status', optionsOf(authStatuses))],
    settled: () => [choice('type', optionsOf(tradeTypes)), choice('status', optionsOf(tradeStatuses))],
    declined: () => [choice('reason', reasonOptions())],
  } satisfies Record<Tab, () => Filter[]>
  return [
    { kind: 'text', name: 'merchant', label: t('trades.filter.merchant') },
    { kind: 'text', name: 'lastFour', label: t('trades.filter.lastFour'), inputMode: 'numeric' },
    ...own[tab](),
    { kind: 'days', name: ['startTime', 'endTime'], label: t('trades.filter.time') },
    ...(tab === 'settled'
      ? [{ kind: 'days', name: ['postedStart', 'postedEnd'], label: t('trades.filter.posted') } as const]
      : []),
    { kind: 'money', name: ['minAmount', 'maxAmount'], label: t('trades.filter.amount') },
    { kind: 'text', name: 'cardSeqNo', label: t('trades.filter.cardSeqNo') },
    choice('country', countryOptions()),
    choice(
      'currency',
      optionsFrom(
        Object.keys(currencies) as (keyof typeof currencies)[],
        (code) => `${code} ${currencies[code][langNow()]}`,
      ),
    ),
    choice('scope', [
      { value: 'own', label: t('trades.scopeOwn') },
      { value: 'all', label: t('trades.scopeAll') },
    ]),
  ] satisfies Filter[]
}

/** Set by links from other pages; they have no field in the panel. */
const fromElsewhere = ['cardId', 'tagId', 'gid', 'subUid'] as const

/** The list of a tab: a new row appears by itself on the first page. A search that ended before the list did goes on from there, until something else is searched for. */
export function useTradeList<C extends Call>(call: C, tab: Tab, whose?: Filter) {
  const withScope = routeSet(useSession()) === 'parentWithSubs' && !whose
  const filters = filtersOf(useText(), tab).filter(({ name }) => name !== 'scope' || withScope)
  const [place, setPlace] = useState<{ search: string; from: string }>()
  const listed = useList(call, {
    filters: [whose, ...filters],
    also: fromElsewhere,
    input: ({ pageNo, pageSize, ...filters }) => ({
      ...filters,
      ...{ pageNo, pageSize },
      ...(place?.search === JSON.stringify(filters) && { searchFrom: place.from }),
    }),
    everyMs: LIVE_MS,
    live: ['trades'],
    firstPage: true,
  })
  const { list } = listed
  const { pageNo: _, pageSize: _size, ...narrowed } = list.asked
  const search = JSON.stringify(narrowed)
  const goOn = (from: string | undefined) => {
    setPlace(from === undefined ? undefined : { search, from })
    list.setPage(1, list.pageSize)
  }
  return { ...listed, continued: place?.search === search, goOn }
}
