import { useState } from 'react'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import {
  listCommission,
  listInvited,
  listWithdrawals,
  type CommissionState,
  type InviteeState,
  type WithdrawalStatus,
} from '#contract/referrals/referrals.ts'
import { showTime } from '#web/parts/dates.ts'
import {
  column,
  headColumn,
  moneyColumn,
  numberColumn,
  statusColumn,
  textColumn,
  timeColumn,
  type Column,
} from '#web/parts/lists/columns.tsx'
import { QueryList, useList } from '#web/parts/lists/QueryList.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts, Stack } from '#web/ui/layout.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { Timeline } from '#web/ui/Timeline.tsx'
import { Tip } from '#web/ui/onDemand/Tip.tsx'
import { linkOf, type Home, percent } from './InvitePanel.tsx'
import { say, title, useText } from './text.ts'

export function InvitedList({ link }: { link: string }) {
  const t = useText()
  const listed = useList(listInvited)
  return (
    <QueryList
      label={t('referrals.tab.invited')}
      of={listed}
      columns={invitedColumns}
      rowKey={({ id }) => id}
      empty={{
        icon: 'people',
        title: t('referrals.noneInvited'),
        text: t('referrals.noneInvitedText'),
        action: <CopyButton text={linkOf(link)} what={t('referrals.link')} />,
      }}
    />
  )
}

export function FlowList() {
  const t = useText()
  const listed = useList(listCommission, { everyMs: 30_000, live: ['money'] })
  return (
    <QueryList
      label={t('referrals.tab.flow')}
      of={listed}
      columns={flowColumns}
      rowKey={({ id }) => id}
      empty={{ icon: 'ledger', title: t('referrals.noneFlow'), text: t('referrals.noneFlowText') }}
    />
  )
}

export function WithdrawalList({ home }: { home: Home }) {
  const t = useText()
  const listed = useList(listWithdrawals, { everyMs: 15_000, live: ['money'] })
  const [openNo, setOpenNo] = useState<string>()
  const opened = listed.answer?.data.find(({ withdrawalNo }) => withdrawalNo === openNo)
  return (
    <>
      <QueryList
        label={t('referrals.tab.withdrawals')}
        of={listed}
        columns={withdrawalColumns}
        rowKey={({ withdrawalNo }) => withdrawalNo}
        onOpen={({ withdrawalNo }) => setOpenNo(withdrawalNo)}
        empty={{
          icon: 'wallet',
          title: t('referrals.noneWithdrawals'),
          text: t('referrals.noneWithdrawalsText', { min: show(home.minWithdraw), bank: show(home.minWithdrawBank) }),
        }}
      />
      {opened && <WithdrawalDetail row={opened} onClose={() => setOpenNo(undefined)} />}
    </>
  )
}

function WithdrawalDetail({ row, onClose }: { row: WithdrawalRow; onClose: () => void }) {
  const t = useText()
  return (
    <Drawer
      title={row.withdrawalNo}
      extra={<StatusTag tone={withdrawalTone[row.status]} text={row.statusText} />}
      width={480}
      onClose={onClose}
    >
      <Stack gap={4}>
        <Facts
          facts={[
            [t('referrals.amount'), <Money cents={row.amount} strong />],
            [t('referrals.fee'), <Money cents={row.fee} />],
            ...(row.rate ? [[t('referrals.rate'), row.rate] as const] : []),
            [t('referrals.receive'), <Money cents={row.receive} unit={row.receiveUnit} strong />],
            [t('referrals.target'), row.bankTail ? `${row.bankName} ·· ${row.bankTail}` : row.targetText],
          ]}
        />
        <Timeline
          label={t('referrals.steps')}
          steps={row.steps.map(({ status, statusText, time }) => ({
            key: status,
            state: withdrawalTone[status] === 'bad' ? 'bad' : 'done',
            title: statusText,
            time: showTime(time),
            text: status === row.status && row.reason ? row.reason : undefined,
          }))}
        />
      </Stack>
    </Drawer>
  )
}

type InvitedRow = Output<typeof listInvited>['data'][number]
type FlowRow = Output<typeof listCommission>['data'][number]
type WithdrawalRow = Output<typeof listWithdrawals>['data'][number]

const inviteeTone = { EARNING: 'ok', ENDED: 'quiet', EXCLUDED: 'bad' } as const satisfies Record<InviteeState, Tone>
const stateTone = { PENDING: 'info', AVAILABLE: 'ok', CLAWED_BACK: 'bad' } as const satisfies Record<
  CommissionState,
  Tone
>
const withdrawalTone = {
  REVIEWING: 'info',
  APPROVED: 'info',
  PAYING: 'warn',
  PAID: 'ok',
  DONE: 'ok',
  REJECTED: 'bad',
  FAILED: 'bad',
} as const satisfies Record<WithdrawalStatus, Tone>

const invitedColumns: readonly Column<InvitedRow>[] = [
  headColumn('userNo', title('referrals.userNo')),
  textColumn('mobile', title('referrals.mobile')),
  timeColumn('registerTime', title('referrals.registered'), { key: 'registered' }),
  statusColumn('status', title('referrals.status'), inviteeTone),
  timeColumn('endTime', title('referrals.until'), { key: 'until' }),
  numberColumn('cards', title('referrals.cards')),
  moneyColumn('contributed', title('referrals.contributed')),
  moneyColumn('rebate', title('referrals.earned'), { key: 'earned', strong: true }),
]

const flowColumns: readonly Column<FlowRow>[] = [
  headColumn('typeText', title('referrals.type'), { key: 'type' }),
  timeColumn('time', title('referrals.time')),
  column(
    'from',
    title('referrals.from'),
    (row) => row.withdrawalNo ?? [row.bizText, row.fromUser].filter(Boolean).join(' · '),
  ),
  column(
    'base',
    title('referrals.base'),
    (row) =>
      row.type === 'ACCRUE' && row.base !== null && row.rateBps !== null
        ? `${show(row.base)} × ${percent(row.rateBps)}`
        : '–',
    { align: 'right' },
  ),
  column(
    'amount',
    title('referrals.amount'),
    (row) => <Money cents={row.amount} sign={row.type === 'MATURE' ? 'auto' : 'always'} strong />,
    { align: 'right' },
  ),
  moneyColumn('balanceAfter', title('referrals.balance'), { key: 'balance' }),
  column('status', title('referrals.status'), (row) =>
    row.status && row.statusText ? (
      <Tip text={row.matureTime === null ? undefined : say('referrals.matures', { time: showTime(row.matureTime) })}>
        <StatusTag tone={stateTone[row.status]} text={row.statusText} />
      </Tip>
    ) : (
      '–'
    ),
  ),
]

const withdrawalColumns: readonly Column<WithdrawalRow>[] = [
  headColumn('withdrawalNo', title('referrals.no'), { key: 'no' }),
  timeColumn('createTime', title('referrals.time'), { key: 'time' }),
  column('target', title('referrals.target'), (row) =>
    row.bankTail ? `${row.bankName} ·· ${row.bankTail}` : row.targetText,
  ),
  moneyColumn('amount', title('referrals.amount'), { strong: true }),
  moneyColumn('fee', title('referrals.fee')),
  column('receive', title('referrals.receive'), (row) => <Money cents={row.receive} unit={row.receiveUnit} />, {
    align: 'right',
  }),
  statusColumn('status', title('referrals.status'), withdrawalTone),
]
