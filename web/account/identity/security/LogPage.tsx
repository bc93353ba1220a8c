import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { listOperations, listSignIns, operateTypes } from '#contract/audit/audit.ts'
import type { Wish } from '#contract/core/call.ts'
import { FilterPanel, namesOf, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { langNow } from '#web/text/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { routeSet } from '#web/account/menu.ts'
import { operationColumns, signInColumns } from './logColumns.tsx'

const tabs = ['operations', 'signIns'] as const

/** What was done in this account, by whomever: staff's looks stand here too. And who signed in, or tried to. */
export default function LogPage() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find((name) => name === search.get('tab')) ?? 'operations'
  return (
    <PageFrame>
      <Tabs
        label={t('personal.tabs')}
        value={tab}
        options={tabs.map((value) => ({ value, label: t(`personal.log.${value}`) }))}
        onChange={(name) => setSearch(name === 'operations' ? {} : { tab: name }, { replace: true })}
      >
        <PageFrame>{tab === 'operations' ? <Operations /> : <SignIns />}</PageFrame>
      </Tabs>
    </PageFrame>
  )
}

function Operations() {
  const { t, i18n } = useTranslation()
  const withSubs = routeSet(useSession()) === 'parentWithSubs'
  const filters = useMemo((): Filter[] => {
    const options = Object.entries(operateTypes).map(([value, words]) => ({ value, label: words[langNow()] }))
    const sub: Filter = { kind: 'text', name: 'subUid', label: t('personal.subUid') }
    return [
      { kind: 'choice', name: 'type', label: t('personal.column.type'), options },
      { kind: 'text', name: 'keyword', label: t('personal.keyword') },
      { kind: 'days', name: ['startTime', 'endTime'], label: t('personal.column.time') },
      ...(withSubs ? [sub] : []),
    ]
    // The words of the contract's tables follow the language as `t` does.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [t, i18n.language, withSubs])
  const list = useListState(namesOf(filters))
  const query = useAsk(listOperations, list.asked as Wish<typeof listOperations>)
  return (
    <>
      <FilterPanel filters={filters} list={list} />
      <QueryTable
        label={t('personal.log.operations')}
        query={query}
        list={list}
        columns={operationColumns}
        rowKey={(row) => row.id}
        empty={<Empty icon="log" title={t('personal.noOperations')} />}
      />
    </>
  )
}

function SignIns() {
  const { t } = useTranslation()
  const filters = useMemo((): Filter[] => {
    const options = (['OK', 'FAIL'] as const).map((value) => ({ value, label: t(`personal.result.${value}`) }))
    return [
      { kind: 'choice', name: 'result', label: t('personal.column.result'), options },
      { kind: 'days', name: ['startTime', 'endTime'], label: t('personal.column.time') },
    ]
  }, [t])
  const list = useListState(namesOf(filters))
  const query = useAsk(listSignIns, list.asked as Wish<typeof listSignIns>)
  return (
    <>
      <FilterPanel filters={filters} list={list} />
      <QueryTable
        label={t('personal.log.signIns')}
        query={query}
        list={list}
        columns={signInColumns}
        rowKey={(row) => row.id}
        empty={<Empty icon="log" title={t('personal.noSignIns')} />}
      />
    </>
  )
}
