import type { Output } from '#contract/core/call.ts'
import { listPayouts } from '#contract/referrals/desk.ts'
import type { WithdrawalStatus } from '#contract/referrals/referrals.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { openInput, QueuePage, scopes, useQueue } from '../parts/QueuePage.tsx'
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

export const payoutTag = ({ status, statusText }: Pick<Row, 'status' | 'statusText'>) => (
  <StatusTag tone={payoutTone[status]} text={statusText} />
)

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
  { key: 'status', title: () => say('referrals.status'), cell: payoutTag },
  { key: 'time', title: () => say('referrals.time'), cell: (row) => showTime(row.createTime) },
]

/** Commission payouts: oldest first, until paid or returned. */
export default function PayoutsPage() {
  const t = useText()
  const queue = useQueue(scopes)
  const query = useAsk(listPayouts, { ...queue.page, ...openInput(queue.scope) }, { everyMs: 15_000 })
  return (
    <QueuePage
      label={t('referrals.list')}
      queue={queue}
      scopeText={(scope) => t(`referrals.scope.${scope}`)}
      query={query}
      columns={columns}
      rowKey={({ withdrawalNo }) => withdrawalNo}
      path={paths.payout}
      empty={<Empty icon="check" title={t('referrals.empty')} text={t('referrals.emptyText')} />}
    />
  )
}
