import type { Output } from '#contract/core/call.ts'
import { listPayouts } from '#contract/referrals/desk.ts'
import type { WithdrawalStatus } from '#contract/referrals/referrals.ts'
import { headColumn, moneyColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
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
  headColumn('withdrawalNo', () => say('referrals.list'), { key: 'no' }),
  { key: 'account', title: () => say('referrals.account'), cell: (row) => `${row.userNo} ${row.nickname}` },
  moneyColumn('amount', () => say('referrals.amount'), { strong: true }),
  {
    key: 'receive',
    title: () => say('referrals.receive'),
    align: 'right',
    cell: (row) => <Money cents={row.receive} unit={row.receiveUnit} />,
  },
  { key: 'card', title: () => say('referrals.card'), cell: (row) => `${row.bankName} ·· ${row.bankTail}` },
  { key: 'status', title: () => say('referrals.status'), cell: payoutTag },
  timeColumn('createTime', () => say('referrals.time'), { key: 'time' }),
]

/** Commission payouts: oldest first, until paid or returned. */
export default function PayoutsPage() {
  const t = useText()
  const queue = useQueue(listPayouts, scopes, { input: openInput })
  return (
    <QueuePage
      label={t('referrals.list')}
      of={queue}
      scopeText={(scope) => t(`referrals.scope.${scope}`)}
      columns={columns}
      rowKey={({ withdrawalNo }) => withdrawalNo}
      path={paths.payout}
      empty={{ icon: 'check', title: t('referrals.empty'), text: t('referrals.emptyText') }}
    />
  )
}
