import { useMemo, useState } from 'react'
import type { Output, Wish } from '#contract/core/call.ts'
import { askStatuses, listAsks } from '#contract/subaccounts/subaccounts.ts'
import { FilterPanel, namesOf, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { showTime } from '#web/parts/dates.ts'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { AnswerAsk } from './AnswerAsk.tsx'
import { askTone, askWords } from './askLook.ts'
import { DenyAsk } from './DenyAsk.tsx'
import { RenewSubs } from '../RenewSubs.tsx'
import { useSubFilter } from '../subFilter.ts'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'

export type ShownAsk = Output<typeof listAsks>['data'][number]

/** What the sub-accounts ask for; what waits stands first, with its answer one click away. */
export function AskList() {
  const t = useText()
  const lang = langNow()
  const whose = useSubFilter()
  const filters = useMemo<Filter[]>(
    () => [
      whose,
      {
        kind: 'choice',
        name: 'status',
        label: t('subaccounts.asks.status'),
        options: Object.entries(askStatuses).map(([value, words]) => ({ value, label: words[lang] })),
      },
    ],
    [t, lang, whose],
  )
  const list = useListState(useMemo(() => namesOf(filters), [filters]))
  const query = useAsk(listAsks, list.asked as Wish<typeof listAsks>, { everyMs: 5_000 })
  const [denying, setDenying] = useState<ShownAsk>()
  const [renewing, setRenewing] = useState<ShownAsk>()
  const columns = useMemo<readonly Column<ShownAsk>[]>(() => {
    const word = (key: 'who' | 'what' | 'note' | 'time' | 'status' | 'answer') => () =>
      t(`subaccounts.asks.column.${key}`)
    return [
      { key: 'who', title: word('who'), phone: 'head', cell: (ask) => ask.subNickname },
      { key: 'what', title: word('what'), cell: (ask) => <strong>{askWords(ask)}</strong> },
      { key: 'note', title: word('note'), cell: (ask) => ask.note || '–' },
      { key: 'time', title: word('time'), cell: (ask) => showTime(ask.createTime) },
      {
        key: 'status',
        title: word('status'),
        phone: 'head',
        cell: (ask) => <StatusTag tone={askTone[ask.status]} text={ask.statusText} />,
      },
      {
        key: 'answer',
        title: word('answer'),
        cell: (ask) =>
          ask.status === 'OPEN' ? (
            <AnswerAsk ask={ask} onDeny={() => setDenying(ask)} onRenew={() => setRenewing(ask)} />
          ) : (
            ask.answer || '–'
          ),
      },
    ]
  }, [t])
  return (
    <PageFrame>
      <FilterPanel filters={filters} list={list} />
      <QueryTable
        label={t('subaccounts.asks.list')}
        query={query}
        list={list}
        columns={columns}
        rowKey={(ask) => ask.askId}
        live
        empty={<Empty icon="people" title={t('subaccounts.asks.none')} text={t('subaccounts.asks.noneText')} />}
      />
      {denying && <DenyAsk ask={denying} onClose={() => setDenying(undefined)} />}
      {renewing && (
        <RenewSubs
          subs={[{ subUid: renewing.subUid, nickname: renewing.subNickname }]}
          onClose={() => setRenewing(undefined)}
        />
      )}
    </PageFrame>
  )
}
