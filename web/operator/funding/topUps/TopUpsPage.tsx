import { useMemo } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import type { Input } from '#contract/core/call.ts'
import { rails, rechargeStatuses } from '#contract/funding/funding.ts'
import { listTopUps, type DeskTopUp } from '#contract/funding/desk/topUps.ts'
import { showTime } from '#web/parts/dates.ts'
import { FilterPanel, namesOf, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { paths } from '#web/operator/paths.ts'
import { exactly } from './exactly.ts'
import { asPage, Keyset, useKeyset } from '#web/operator/parts/keyset.tsx'
import { orderTone } from './topUpTones.ts'
import { langNow } from '#web/text.ts'
import { say, useText } from '../text.ts'

const columns: readonly Column<DeskTopUp>[] = [
  { key: 'no', title: () => say('funding.orderNo'), phone: 'head', cell: (row) => <strong>{row.orderNo}</strong> },
  { key: 'account', title: () => say('funding.account'), cell: (row) => `${row.holder.userNo} ${row.holder.nickname}` },
  { key: 'rail', title: () => say('funding.rail'), cell: (row) => row.railText },
  {
    key: 'pay',
    title: () => say('funding.pay'),
    align: 'right',
    cell: (row) => `${exactly(row.payAmountStr)} ${row.payUnit}`,
  },
  {
    key: 'credit',
    title: () => say('funding.credit'),
    align: 'right',
    cell: (row) => (row.status === 'SUCCESS' || row.status === 'MISMATCH' ? <Money cents={row.credit} strong /> : '–'),
  },
  {
    key: 'status',
    title: () => say('funding.status'),
    cell: (row) => <StatusTag tone={orderTone[row.status]} text={row.statusText} />,
  },
  { key: 'time', title: () => say('funding.time'), cell: (row) => showTime(row.createTime) },
]

const filtersIn = (t: typeof say): Filter[] => [
  { kind: 'text', name: 'orderNo', label: t('funding.orderNo') },
  {
    kind: 'choice',
    name: 'status',
    label: t('funding.status'),
    options: Object.entries(rechargeStatuses).map(([value, text]) => ({ value, label: text[langNow()] })),
  },
  {
    kind: 'choice',
    name: 'rail',
    label: t('funding.rail'),
    options: Object.entries(rails).map(([value, text]) => ({ value, label: text[langNow()] })),
  },
  { kind: 'text', name: 'userNo', label: t('funding.userNo'), inputMode: 'numeric' },
  { kind: 'text', name: 'txHash', label: t('funding.txHash') },
  { kind: 'days', name: ['startTime', 'endTime'], label: t('funding.time') },
]
const names = namesOf(filtersIn(() => ''))

/** Top-up orders of every account, newest first. */
export default function TopUpsPage() {
  const t = useText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const filters = useMemo(() => filtersIn(t), [t])
  const list = useListState(names)
  const keyset = useKeyset(JSON.stringify(list.filters))
  const input = { ...list.filters, pageSize: list.pageSize, ...(keyset.after && { cursor: keyset.after }) } as Input<
    typeof listTopUps
  >
  const query = useAsk(listTopUps, input, { everyMs: 15_000, keep: true })
  return (
    <PageFrame>
      <FilterPanel filters={filters} list={list} />
      <QueryTable
        label={t('funding.topUps')}
        query={asPage(query)}
        list={list}
        columns={columns}
        rowKey={({ orderNo }) => orderNo}
        onOpen={({ orderNo }) => void navigate({ pathname: paths.topUp(orderNo), search })}
        empty={<Empty icon="topup" title={t('funding.topUpsEmpty')} />}
        live
      />
      <Keyset keyset={keyset} cursor={query.data?.cursor} />
      <Outlet />
    </PageFrame>
  )
}
