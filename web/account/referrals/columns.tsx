import type { Output } from '#contract/core/call.ts'
import type {
  CommissionState,
  InviteeState,
  listCommission,
  listInvited,
  listWithdrawals,
  WithdrawalStatus,
} from '#contract/referrals/referrals.ts'
import { show } from '#contract/core/money.ts'
import { showTime } from '#web/parts/dates.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { i18n } from '#web/text/i18n.ts'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { percent } from './InvitePanel.tsx'

export type InvitedRow = Output<typeof listInvited>['data'][number]
export type FlowRow = Output<typeof listCommission>['data'][number]
export type WithdrawalRow = Output<typeof listWithdrawals>['data'][number]

const inviteeTone = { EARNING: 'ok', ENDED: 'quiet', EXCLUDED: 'bad' } as const satisfies Record<InviteeState, Tone>
const stateTone = { PENDING: 'info', AVAILABLE: 'ok', CLAWED_BACK: 'bad' } as const satisfies Record<
  CommissionState,
  Tone
>
export const withdrawalTone = {
  REVIEWING: 'info',
  APPROVED: 'info',
  PAYING: 'warn',
  PAID: 'ok',
  DONE: 'ok',
  REJECTED: 'bad',
  FAILED: 'bad',
} as const satisfies Record<WithdrawalStatus, Tone>

export const invitedColumns: readonly Column<InvitedRow>[] = [
  { key: 'userNo', title: () => i18n.t('rebate.userNo'), cell: (row) => <strong>{row.userNo}</strong>, phone: 'head' },
  { key: 'mobile', title: () => i18n.t('rebate.mobile'), cell: (row) => row.mobile },
  { key: 'registered', title: () => i18n.t('rebate.registered'), cell: (row) => showTime(row.registerTime) },
  {
    key: 'status',
    title: () => i18n.t('rebate.status'),
    cell: (row) => <StatusTag tone={inviteeTone[row.status]} text={row.statusText} />,
  },
  { key: 'until', title: () => i18n.t('rebate.until'), cell: (row) => showTime(row.endTime) },
  { key: 'cards', title: () => i18n.t('rebate.cards'), align: 'right', cell: (row) => row.cards },
  {
    key: 'contributed',
    title: () => i18n.t('rebate.contributed'),
    align: 'right',
    cell: (row) => <Money cents={row.contributed} />,
  },
  {
    key: 'earned',
    title: () => i18n.t('rebate.earned'),
    align: 'right',
    cell: (row) => <Money cents={row.rebate} strong />,
  },
]

export const flowColumns: readonly Column<FlowRow>[] = [
  { key: 'type', title: () => i18n.t('rebate.type'), cell: (row) => <strong>{row.typeText}</strong>, phone: 'head' },
  { key: 'time', title: () => i18n.t('rebate.time'), cell: (row) => showTime(row.time) },
  {
    key: 'from',
    title: () => i18n.t('rebate.from'),
    cell: (row) => row.withdrawalNo ?? [row.bizText, row.fromUser].filter(Boolean).join(' · '),
  },
  {
    key: 'base',
    title: () => i18n.t('rebate.base'),
    align: 'right',
    cell: (row) =>
      row.type === 'ACCRUE' && row.base !== null && row.rateBps !== null
        ? `${show(row.base)} × ${percent(row.rateBps)}`
        : '–',
  },
  {
    key: 'amount',
    title: () => i18n.t('rebate.amount'),
    align: 'right',
    cell: (row) => <Money cents={row.amount} sign={row.type === 'MATURE' ? 'auto' : 'always'} strong />,
  },
  {
    key: 'balance',
    title: () => i18n.t('rebate.balance'),
    align: 'right',
    cell: (row) => <Money cents={row.balanceAfter} />,
  },
  {
    key: 'status',
    title: () => i18n.t('rebate.status'),
    cell: (row) =>
      row.status && row.statusText ? (
        <span
          title={row.matureTime === null ? undefined : i18n.t('rebate.matures', { time: showTime(row.matureTime) })}
        >
          <StatusTag tone={stateTone[row.status]} text={row.statusText} />
        </span>
      ) : (
        '–'
      ),
  },
]

export const withdrawalColumns: readonly Column<WithdrawalRow>[] = [
  { key: 'no', title: () => i18n.t('rebate.no'), cell: (row) => <strong>{row.withdrawalNo}</strong>, phone: 'head' },
  { key: 'time', title: () => i18n.t('rebate.time'), cell: (row) => showTime(row.createTime) },
  {
    key: 'target',
    title: () => i18n.t('rebate.target'),
    cell: (row) => (row.bankTail ? `${row.bankName} ·· ${row.bankTail}` : row.targetText),
  },
  {
    key: 'amount',
    title: () => i18n.t('rebate.amount'),
    align: 'right',
    cell: (row) => <Money cents={row.amount} strong />,
  },
  { key: 'fee', title: () => i18n.t('rebate.fee'), align: 'right', cell: (row) => <Money cents={row.fee} /> },
  {
    key: 'receive',
    title: () => i18n.t('rebate.receive'),
    align: 'right',
    cell: (row) => <Money cents={row.receive} unit={row.receiveUnit} />,
  },
  {
    key: 'status',
    title: () => i18n.t('rebate.status'),
    cell: (row) => <StatusTag tone={withdrawalTone[row.status]} text={row.statusText} />,
  },
]
