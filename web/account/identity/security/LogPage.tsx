import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { listOperations, listSignIns, operateTypes, loginTypes } from '#contract/audit/audit.ts'
import type { Input, Output } from '#contract/core/call.ts'
import { FilterPanel, namesOf, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { routeSet } from '#web/account/menu.ts'
import { langNow } from '#web/text.ts'
import { showTime } from '#web/parts/dates.ts'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useText, say } from '../text.ts'
import type { identity } from '../text.cn.ts'

const tabs = ['operations', 'signIns'] as const

/** All operations in this account, including views by staff, and all sign-in attempts. */
export default function LogPage() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find((name) => name === search.get('tab')) ?? 'operations'
  return (
    <PageFrame>
      <Tabs
        label={t('identity.tabs')}
        value={tab}
        options={tabs.map((value) => ({ value, label: t(`identity.log.${value}`) }))}
        onChange={(name) => setSearch(name === 'operations' ? {} : { tab: name }, { replace: true })}
      >
        <PageFrame>{tab === 'operations' ? <Operations /> : <SignIns />}</PageFrame>
      </Tabs>
    </PageFrame>
  )
}

function Operations() {
  const t = useText()
  const withSubs = routeSet(useSession()) === 'parentWithSubs'
  const filters = useMemo((): Filter[] => {
    const options = Object.entries(operateTypes).map(([value, words]) => ({ value, label: words[langNow()] }))
    const sub: Filter = { kind: 'text', name: 'subUid', label: t('identity.subUid') }
    return [
      { kind: 'choice', name: 'type', label: t('identity.column.type'), options },
      { kind: 'text', name: 'keyword', label: t('identity.keyword') },
      { kind: 'days', name: ['startTime', 'endTime'], label: t('identity.column.time') },
      ...(withSubs ? [sub] : []),
    ]
    // The words of the contract's tables follow the language as `t` does.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [t, withSubs])
  const list = useListState(namesOf(filters))
  const query = useAsk(listOperations, list.asked as Input<typeof listOperations>)
  return (
    <>
      <FilterPanel filters={filters} list={list} />
      <QueryTable
        label={t('identity.log.operations')}
        query={query}
        list={list}
        columns={operationColumns}
        rowKey={(row) => row.id}
        empty={<Empty icon="log" title={t('identity.noOperations')} />}
      />
    </>
  )
}

function SignIns() {
  const t = useText()
  const filters = useMemo((): Filter[] => {
    const options = (['OK', 'FAIL'] as const).map((value) => ({ value, label: t(`identity.result.${value}`) }))
    return [
      { kind: 'choice', name: 'result', label: t('identity.column.result'), options },
      { kind: 'days', name: ['startTime', 'endTime'], label: t('identity.column.time') },
    ]
  }, [t])
  const list = useListState(namesOf(filters))
  const query = useAsk(listSignIns, list.asked as Input<typeof listSignIns>)
  return (
    <>
      <FilterPanel filters={filters} list={list} />
      <QueryTable
        label={t('identity.log.signIns')}
        query={query}
        list={list}
        columns={signInColumns}
        rowKey={(row) => row.id}
        empty={<Empty icon="log" title={t('identity.noSignIns')} />}
      />
    </>
  )
}

type Operation = Output<typeof listOperations>['data'][number]
type SignIn = Output<typeof listSignIns>['data'][number]

const word = (key: keyof (typeof identity)['column']) => () => say(`identity.column.${key}`)
const result = ({ result: how }: { result: 'OK' | 'FAIL' }) => (
  <StatusTag tone={how === 'OK' ? 'ok' : 'bad'} text={say(`identity.result.${how}`)} />
)

const operationColumns: readonly Column<Operation>[] = [
  { key: 'time', title: word('time'), width: 170, cell: (row) => <time>{showTime(row.createTime)}</time> },
  { key: 'type', title: word('type'), width: 140, phone: 'head', cell: (row) => row.typeText },
  { key: 'what', title: word('what'), width: 300, cell: (row) => row.content },
  { key: 'target', title: word('target'), width: 160, cell: (row) => row.target },
  { key: 'who', title: word('who'), width: 130, cell: (row) => row.actorName },
  { key: 'ip', title: word('ip'), width: 130, phone: 'no', cell: (row) => row.ip || '–' },
  { key: 'result', title: word('result'), width: 100, phone: 'head', cell: result },
]

const signInColumns: readonly Column<SignIn>[] = [
  { key: 'time', title: word('time'), width: 170, cell: (row) => <time>{showTime(row.createTime)}</time> },
  { key: 'way', title: word('way'), width: 140, phone: 'head', cell: (row) => loginTypes[row.type][langNow()] },
  { key: 'device', title: word('device'), width: 200, cell: (row) => `${row.browser} · ${row.device}` },
  { key: 'ip', title: word('ip'), width: 180, cell: (row) => `${row.ip} ${row.ipArea}` },
  { key: 'result', title: word('result'), width: 100, phone: 'head', cell: result },
  { key: 'reason', title: word('reason'), width: 220, cell: (row) => row.failReason ?? '–' },
]
