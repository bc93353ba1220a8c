import { Outlet } from 'react-router'
import { rails, rechargeStatuses } from '#contract/funding/funding.ts'
import { listTopUps, type DeskTopUp } from '#contract/funding/desk/topUps.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { Money } from '#web/ui/Money.tsx'
import { paths } from '#web/operator/paths.ts'
import { exactly } from './exactly.ts'
import {
  column,
  headColumn,
  holderColumn,
  statusColumn,
  textColumn,
  timeColumn,
  type Column,
} from '#web/parts/lists/columns.tsx'
import { optionsOf, QueryList, useList, type Filter } from '#web/parts/lists/QueryList.tsx'
import { orderTone } from './topUpTones.ts'
import { type say, title, useText } from '../text.ts'

const columns: readonly Column<DeskTopUp>[] = [
  headColumn('orderNo', title('funding.orderNo'), { key: 'no', width: 250 }),
  holderColumn(title('funding.account')),
  textColumn('railText', title('funding.rail'), { key: 'rail' }),
  column('pay', title('funding.pay'), (row) => `${exactly(row.payAmountStr)} ${row.payUnit}`, { align: 'right' }),
  column(
    'credit',
    title('funding.credit'),
    (row) => (row.status === 'SUCCESS' || row.status === 'MISMATCH' ? <Money cents={row.credit} strong /> : '–'),
    { align: 'right' },
  ),
  statusColumn('status', title('funding.status'), orderTone),
  timeColumn('createTime', title('funding.time'), { key: 'time' }),
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
  const listed = useList(listTopUps, { filters: filtersIn(t), everyMs: 15_000 })
  return (
    <PageFrame>
      <QueryList
        of={listed}
        label={t('funding.topUps')}
        columns={columns}
        rowKey={({ orderNo }) => orderNo}
        path={paths.topUp}
        empty={{ icon: 'topup', title: t('funding.topUpsEmpty') }}
        live
      />
      <Outlet />
    </PageFrame>
  )
}
