import { Outlet, useLocation, useNavigate } from 'react-router'
import type { Input } from '#contract/core/call.ts'
import { rails, rechargeStatuses } from '#contract/funding/funding.ts'
import { listTopUps, type DeskTopUp } from '#contract/funding/desk/topUps.ts'
import { FilterPanel, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { paths } from '#web/operator/paths.ts'
import { exactly } from './exactly.ts'
import { holderColumn, statusColumn, timeColumn } from '#web/operator/parts/columns.tsx'
import { optionsOf, useFiltered } from '#web/operator/parts/filters.ts'
import { KeysetTable } from '#web/operator/parts/KeysetTable.tsx'
import { orderTone } from './topUpTones.ts'
import { say, useText } from '../text.ts'

const columns: readonly Column<DeskTopUp>[] = [
  { key: 'no', title: () => say('funding.orderNo'), phone: 'head', cell: (row) => <strong>{row.orderNo}</strong> },
  holderColumn(() => say('funding.account')),
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
  statusColumn('status', () => say('funding.status'), orderTone),
  timeColumn('createTime', () => say('funding.time'), 'time'),
]

const filtersIn = (t: typeof say): Filter[] => [
  { kind: 'text', name: 'orderNo', label: t('funding.orderNo') },
  { kind: 'choice', name: 'status', label: t('funding.status'), options: optionsOf(rechargeStatuses) },
  { kind: 'choice', name: 'rail', label: t('funding.rail'), options: optionsOf(rails) },
  { kind: 'text', name: 'userNo', label: t('funding.userNo'), inputMode: 'numeric' },
  { kind: 'text', name: 'txHash', label: t('funding.txHash') },
  { kind: 'days', name: ['startTime', 'endTime'], label: t('funding.time') },
]

/** Top-up orders of every account, newest first. */
export default function TopUpsPage() {
  const t = useText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const filters = filtersIn(t)
  const list = useFiltered(filters)
  const input = { ...list.filters, pageSize: list.pageSize } as Input<typeof listTopUps>
  return (
    <PageFrame>
      <FilterPanel filters={filters} list={list} />
      <KeysetTable
        call={listTopUps}
        input={input}
        everyMs={15_000}
        label={t('funding.topUps')}
        list={list}
        columns={columns}
        rowKey={({ orderNo }) => orderNo}
        onOpen={({ orderNo }) => void navigate({ pathname: paths.topUp(orderNo), search })}
        empty={<Empty icon="topup" title={t('funding.topUpsEmpty')} />}
        live
      />
      <Outlet />
    </PageFrame>
  )
}
