import { useSearchParams } from 'react-router'
import { listOperations, listSignIns, operateTypes, loginTypes } from '#contract/audit/audit.ts'
import type { Output } from '#contract/core/call.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { textColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { optionsFrom, optionsOf, QueryList, useList } from '#web/parts/lists/QueryList.tsx'
import { useSession } from '#web/parts/client/useSession.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { routeSet } from '#web/account/menu.ts'
import { langNow } from '#web/text.ts'
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
  const listed = useList(listOperations, {
    filters: [
      { kind: 'choice', name: 'type', label: t('identity.column.type'), options: optionsOf(operateTypes) },
      { kind: 'text', name: 'keyword', label: t('identity.keyword') },
      { kind: 'days', name: ['startTime', 'endTime'], label: t('identity.column.time') },
      withSubs && { kind: 'text', name: 'subUid', label: t('identity.subUid') },
    ],
  })
  return (
    <QueryList
      label={t('identity.log.operations')}
      of={listed}
      columns={operationColumns}
      rowKey={(row) => row.id}
      empty={{ icon: 'log', title: t('identity.noOperations') }}
    />
  )
}

function SignIns() {
  const t = useText()
  const results = optionsFrom(['OK', 'FAIL'], (value) => t(`identity.result.${value}`))
  const listed = useList(listSignIns, {
    filters: [
      { kind: 'choice', name: 'result', label: t('identity.column.result'), options: results },
      { kind: 'days', name: ['startTime', 'endTime'], label: t('identity.column.time') },
    ],
  })
  return (
    <QueryList
      label={t('identity.log.signIns')}
      of={listed}
      columns={signInColumns}
      rowKey={(row) => row.id}
      empty={{ icon: 'log', title: t('identity.noSignIns') }}
    />
  )
}

type Operation = Output<typeof listOperations>['data'][number]
type SignIn = Output<typeof listSignIns>['data'][number]

const word = (key: keyof (typeof identity)['column']) => () => say(`identity.column.${key}`)
const result = ({ result: how }: { result: 'OK' | 'FAIL' }) => (
  <StatusTag tone={how === 'OK' ? 'ok' : 'bad'} text={say(`identity.result.${how}`)} />
)

const operationColumns: readonly Column<Operation>[] = [
  timeColumn('createTime', word('time'), { key: 'time', width: 170 }),
  textColumn('typeText', word('type'), { key: 'type', width: 140, phone: 'head' }),
  textColumn('content', word('what'), { key: 'what', width: 300 }),
  textColumn('target', word('target'), { width: 160 }),
  textColumn('actorName', word('who'), { key: 'who', width: 130 }),
  textColumn('ip', word('ip'), { width: 130, phone: 'no' }),
  { key: 'result', title: word('result'), width: 100, phone: 'head', cell: result },
]

const signInColumns: readonly Column<SignIn>[] = [
  timeColumn('createTime', word('time'), { key: 'time', width: 170 }),
  { key: 'way', title: word('way'), width: 140, phone: 'head', cell: (row) => loginTypes[row.type][langNow()] },
  { key: 'device', title: word('device'), width: 200, cell: (row) => `${row.browser} · ${row.device}` },
  { key: 'ip', title: word('ip'), width: 180, cell: (row) => `${row.ip} ${row.ipArea}` },
  { key: 'result', title: word('result'), width: 100, phone: 'head', cell: result },
  textColumn('failReason', word('reason'), { key: 'reason', width: 220 }),
]
