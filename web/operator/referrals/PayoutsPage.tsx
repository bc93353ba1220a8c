import type { Output } from '#contract/core/call.ts'
import { listPayouts } from '#contract/referrals/desk.ts'
import type { WithdrawalStatus } from '#contract/referrals/referrals.ts'
import { column, headColumn, moneyColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { openInput, QueuePage, scopes, useQueue } from '../parts/QueuePage.tsx'
import { paths } from '../paths.ts'
import { title, useText } from './text.ts'

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
  headColumn('withdrawalNo', title('referrals.list'), { key: 'no' }),
  column('account', title('referrals.account'), (row) => `${row.userNo} ${row.nickname}`),
  moneyColumn('amount', title('referrals.amount'), { strong: true }),
  column('receive', title('referrals.receive'), (row) => <Money cents={row.receive} unit={row.receiveUnit} />, {
    align: 'right',
  }),
  column('card', title('referrals.card'), (row) => `${row.bankName} ·· ${row.bankTail}`),
  column('status', title('referrals.status'), payoutTag),
  timeColumn('createTime', title('referrals.time'), { key: 'time' }),
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
