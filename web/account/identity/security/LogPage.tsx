import { listOperations, listSignIns, operateTypes, loginTypes } from '#contract/audit/audit.ts'
import { Link } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { column, textColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { optionsFrom, optionsOf, QueryList, useList } from '#web/parts/lists/QueryList.tsx'
import { useSession } from '#web/parts/client/useSession.ts'
import { PageTabs } from '#web/parts/PageTabs.tsx'
import { routeSet } from '#web/account/menu.ts'
import { langNow } from '#web/text.ts'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { say, title, useText } from '../text.ts'

/** All operations in this account, including views by staff, and all sign-in attempts. */
export default function LogPage() {
  const t = useText()
  return (
    <PageFrame>
      <PageTabs
        label={t('identity.tabs')}
        tabs={{ operations: t('identity.log.operations'), signIns: t('identity.log.signIns') }}
      >
        {(tab) => <PageFrame>{tab === 'operations' ? <Operations /> : <SignIns />}</PageFrame>}
      </PageTabs>
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
    input: { fold: true },
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

/** Codes that were seen are one row an hour, which leads to all of them. */
function What({ row: { content, type, folded, createTime } }: { row: Operation }) {
  if (!folded) return content
  const all = new URLSearchParams({ type, startTime: String(folded.since), endTime: String(createTime) })
  return <Link to={{ search: all.toString() }}>{content}</Link>
}

const result = ({ result: how }: { result: 'OK' | 'FAIL' }) => (
  <StatusTag tone={how === 'OK' ? 'ok' : 'bad'} text={say(`identity.result.${how}`)} />
)

const operationColumns: readonly Column<Operation>[] = [
  timeColumn('createTime', title('identity.column.time'), { key: 'time', width: 195 }),
  textColumn('typeText', title('identity.column.type'), { key: 'type', width: 140, phone: 'head' }),
  column('what', title('identity.column.what'), (row) => <What row={row} />, { width: 275 }),
  textColumn('target', title('identity.column.target'), { width: 160 }),
  textColumn('actorName', title('identity.column.who'), { key: 'who', width: 130 }),
  textColumn('ip', title('identity.column.ip'), { width: 130, phone: 'no' }),
  column('result', title('identity.column.result'), result, { width: 100, phone: 'head' }),
]

const signInColumns: readonly Column<SignIn>[] = [
  timeColumn('createTime', title('identity.column.time'), { key: 'time', width: 195 }),
  column('way', title('identity.column.way'), (row) => loginTypes[row.type][langNow()], { width: 140, phone: 'head' }),
  column('device', title('identity.column.device'), (row) => `${row.browser} · ${row.device}`, { width: 200 }),
  column('ip', title('identity.column.ip'), (row) => `${row.ip} ${row.ipArea}`, { width: 180 }),
  column('result', title('identity.column.result'), result, { width: 100, phone: 'head' }),
  textColumn('failReason', title('identity.column.reason'), { key: 'reason', width: 195 }),
]
