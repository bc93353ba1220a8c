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
import { Money } from '#web/ui/Money.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { percent } from './InvitePanel.tsx'
import { say } from './text.ts'

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
  { key: 'userNo', title: () => say('referrals.userNo'), cell: (row) => <strong>{row.userNo}</strong>, phone: 'head' },
  { key: 'mobile', title: () => say('referrals.mobile'), cell: (row) => row.mobile },
  { key: 'registered', title: () => say('referrals.registered'), cell: (row) => showTime(row.registerTime) },
  {
    key: 'status',
    title: () => say('referrals.status'),
    cell: (row) => <StatusTag tone={inviteeTone[row.status]} text={row.statusText} />,
  },
  { key: 'until', title: () => say('referrals.until'), cell: (row) => showTime(row.endTime) },
  { key: 'cards', title: () => say('referrals.cards'), align: 'right', cell: (row) => row.cards },
  {
    key: 'contributed',
    title: () => say('referrals.contributed'),
    align: 'right',
    cell: (row) => <Money cents={row.contributed} />,
  },
  {
    key: 'earned',
    title: () => say('referrals.earned'),
    align: 'right',
    cell: (row) => <Money cents={row.rebate} strong />,
  },
]

export const flowColumns: readonly Column<FlowRow>[] = [
  { key: 'type', title: () => say('referrals.type'), cell: (row) => <strong>{row.typeText}</strong>, phone: 'head' },
  { key: 'time', title: () => say('referrals.time'), cell: (row) => showTime(row.time) },
  {
    key: 'from',
    title: () => say('referrals.from'),
    cell: (row) => row.withdrawalNo ?? [row.bizText, row.fromUser].filter(Boolean).join(' · '),
  },
  {
    key: 'base',
    title: () => say('referrals.base'),
    align: 'right',
    cell: (row) =>
      row.type === 'ACCRUE' && row.base !== null && row.rateBps !== null
        ? `${show(row.base)} × ${percent(row.rateBps)}`
        : '–',
  },
  {
    key: 'amount',
    title: () => say('referrals.amount'),
    align: 'right',
    cell: (row) => <Money cents={row.amount} sign={row.type === 'MATURE' ? 'auto' : 'always'} strong />,
  },
  {
    key: 'balance',
    title: () => say('referrals.balance'),
    align: 'right',
    cell: (row) => <Money cents={row.balanceAfter} />,
  },
  {
    key: 'status',
    title: () => say('referrals.status'),
    cell: (row) =>
      row.status && row.statusText ? (
        <span
          title={row.matureTime === null ? undefined : say('referrals.matures', { time: showTime(row.matureTime) })}
        >
          <StatusTag tone={stateTone[row.status]} text={row.statusText} />
        </span>
      ) : (
        '–'
      ),
  },
]

export const withdrawalColumns: readonly Column<WithdrawalRow>[] = [
  { key: 'no', title: () => say('referrals.no'), cell: (row) => <strong>{row.withdrawalNo}</strong>, phone: 'head' },
  { key: 'time', title: () => say('referrals.time'), cell: (row) => showTime(row.createTime) },
  {
    key: 'target',
    title: () => say('referrals.target'),
    cell: (row) => (row.bankTail ? `${row.bankName} ·· ${row.bankTail}` : row.targetText),
  },
  {
    key: 'amount',
    title: () => say('referrals.amount'),
    align: 'right',
    cell: (row) => <Money cents={row.amount} strong />,
  },
  { key: 'fee', title: () => say('referrals.fee'), align: 'right', cell: (row) => <Money cents={row.fee} /> },
  {
    key: 'receive',
    title: () => say('referrals.receive'),
    align: 'right',
    cell: (row) => <Money cents={row.receive} unit={row.receiveUnit} />,
  },
  {
    key: 'status',
    title: () => say('referrals.status'),
    cell: (row) => <StatusTag tone={withdrawalTone[row.status]} text={row.statusText} />,
  },
]
