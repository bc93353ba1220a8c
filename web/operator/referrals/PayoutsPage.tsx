import { Outlet, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Output, Input } from '#contract/core/call.ts'
import { listPayouts } from '#contract/referrals/desk.ts'
import type { WithdrawalStatus } from '#contract/referrals/referrals.ts'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { paths } from '../paths.ts'
import { say, useText } from './text.ts'

type Row = Output<typeof listPayouts>['data'][number]

export const payoutTone = {
  REVIEWING: 'warn',
  APPROVED: 'info',
  PAYING: 'info',
  PAID: 'ok',
  DONE: 'ok',
  REJECTED: 'bad',
  FAILED: 'bad',
} as const satisfies Record<WithdrawalStatus, Tone>

const columns: readonly Column<Row>[] = [
  { key: 'no', title: () => say('referrals.list'), cell: (row) => <strong>{row.withdrawalNo}</strong>, phone: 'head' },
  { key: 'account', title: () => say('referrals.account'), cell: (row) => `${row.userNo} ${row.nickname}` },
  {
    key: 'amount',
    title: () => say('referrals.amount'),
    align: 'right',
    cell: (row) => <Money cents={row.amount} strong />,
  },
  {
    key: 'receive',
    title: () => say('referrals.receive'),
    align: 'right',
    cell: (row) => <Money cents={row.receive} unit={row.receiveUnit} />,
  },
  { key: 'card', title: () => say('referrals.card'), cell: (row) => `${row.bankName} ·· ${row.bankTail}` },
  {
    key: 'status',
    title: () => say('referrals.status'),
    cell: (row) => <StatusTag tone={payoutTone[row.status]} text={row.statusText} />,
  },
  { key: 'time', title: () => say('referrals.time'), cell: (row) => showTime(row.createTime) },
]
const names: string[] = []

/** Commission payouts: oldest first, until paid or returned. */
export default function PayoutsPage() {
  const t = useText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [params, setParams] = useSearchParams()
  const scope = params.get('scope') === 'all' ? 'all' : 'open'
  const list = useListState(names)
  const input = { ...list.asked, ...(scope === 'open' && { open: '1' }) } as Input<typeof listPayouts>
  const query = useAsk(listPayouts, input, { everyMs: 15_000 })
  return (
    <PageFrame>
      <div>
        <Segmented
          label={t('referrals.list')}
          value={scope}
          options={(['open', 'all'] as const).map((value) => ({ value, label: t(`referrals.scope.${value}`) }))}
          onChange={(value) => setParams(value === 'open' ? {} : { scope: value })}
        />
      </div>
      <QueryTable
        label={t('referrals.list')}
        query={query}
        list={list}
        columns={columns}
        rowKey={({ withdrawalNo }) => withdrawalNo}
        onOpen={({ withdrawalNo }) => void navigate({ pathname: paths.payout(withdrawalNo), search })}
        empty={<Empty icon="check" title={t('referrals.empty')} text={t('referrals.emptyText')} />}
      />
      <Outlet />
    </PageFrame>
  )
}
