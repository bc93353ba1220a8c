import { useState } from 'react'
import type { Input, Output } from '#contract/core/call.ts'
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
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { useListState } from '#web/parts/lists/useListState.ts'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts, Stack } from '#web/ui/layout.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { Timeline } from '#web/ui/Timeline.tsx'
import { Tip } from '#web/ui/onDemand/Tip.tsx'
import { linkOf, type Home, percent } from './InvitePanel.tsx'
import { useText, say } from './text.ts'

const names: string[] = []

export function InvitedList({ link }: { link: string }) {
  const t = useText()
  const list = useListState(names)
  const query = useAsk(listInvited, list.asked as Input<typeof listInvited>)
  return (
    <QueryTable
      label={t('referrals.tab.invited')}
      query={query}
      list={list}
      columns={invitedColumns}
      rowKey={({ id }) => id}
      empty={
        <Empty
          icon="people"
          title={t('referrals.noneInvited')}
          text={t('referrals.noneInvitedText')}
          action={<CopyButton text={linkOf(link)} what={t('referrals.link')} />}
        />
      }
    />
  )
}

export function FlowList() {
  const t = useText()
  const list = useListState(names)
  const query = useAsk(listCommission, list.asked as Input<typeof listCommission>, { everyMs: 30_000 })
  return (
    <QueryTable
      label={t('referrals.tab.flow')}
      query={query}
      list={list}
      columns={flowColumns}
      rowKey={({ id }) => id}
      empty={<Empty icon="ledger" title={t('referrals.noneFlow')} text={t('referrals.noneFlowText')} />}
    />
  )
}

export function WithdrawalList({ home }: { home: Home }) {
  const t = useText()
  const list = useListState(names)
  const query = useAsk(listWithdrawals, list.asked as Input<typeof listWithdrawals>, { everyMs: 15_000 })
  const [openNo, setOpenNo] = useState<string>()
  const opened = query.data?.data.find(({ withdrawalNo }) => withdrawalNo === openNo)
  return (
    <>
      <QueryTable
        label={t('referrals.tab.withdrawals')}
        query={query}
        list={list}
        columns={withdrawalColumns}
        rowKey={({ withdrawalNo }) => withdrawalNo}
        onOpen={({ withdrawalNo }) => setOpenNo(withdrawalNo)}
        empty={
          <Empty
            icon="wallet"
            title={t('referrals.noneWithdrawals')}
            text={t('referrals.noneWithdrawalsText', { min: show(home.minWithdraw), bank: show(home.minWithdrawBank) })}
          />
        }
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

type Word =
  | 'amount'
  | 'balance'
  | 'base'
  | 'cards'
  | 'contributed'
  | 'earned'
  | 'fee'
  | 'from'
  | 'mobile'
  | 'no'
  | 'receive'
  | 'registered'
  | 'status'
  | 'target'
  | 'time'
  | 'type'
  | 'until'
  | 'userNo'
const word = (key: Word) => () => say(`referrals.${key}`)

const invitedColumns: readonly Column<InvitedRow>[] = [
  { key: 'userNo', title: word('userNo'), cell: (row) => <strong>{row.userNo}</strong>, phone: 'head' },
  { key: 'mobile', title: word('mobile'), cell: (row) => row.mobile },
  { key: 'registered', title: word('registered'), cell: (row) => showTime(row.registerTime) },
  {
    key: 'status',
    title: word('status'),
    cell: (row) => <StatusTag tone={inviteeTone[row.status]} text={row.statusText} />,
  },
  { key: 'until', title: word('until'), cell: (row) => showTime(row.endTime) },
  { key: 'cards', title: word('cards'), align: 'right', cell: (row) => row.cards },
  { key: 'contributed', title: word('contributed'), align: 'right', cell: (row) => <Money cents={row.contributed} /> },
  { key: 'earned', title: word('earned'), align: 'right', cell: (row) => <Money cents={row.rebate} strong /> },
]

const flowColumns: readonly Column<FlowRow>[] = [
  { key: 'type', title: word('type'), cell: (row) => <strong>{row.typeText}</strong>, phone: 'head' },
  { key: 'time', title: word('time'), cell: (row) => showTime(row.time) },
  {
    key: 'from',
    title: word('from'),
    cell: (row) => row.withdrawalNo ?? [row.bizText, row.fromUser].filter(Boolean).join(' · '),
  },
  {
    key: 'base',
    title: word('base'),
    align: 'right',
    cell: (row) =>
      row.type === 'ACCRUE' && row.base !== null && row.rateBps !== null
        ? `${show(row.base)} × ${percent(row.rateBps)}`
        : '–',
  },
  {
    key: 'amount',
    title: word('amount'),
    align: 'right',
    cell: (row) => <Money cents={row.amount} sign={row.type === 'MATURE' ? 'auto' : 'always'} strong />,
  },
  { key: 'balance', title: word('balance'), align: 'right', cell: (row) => <Money cents={row.balanceAfter} /> },
  {
    key: 'status',
    title: word('status'),
    cell: (row) =>
      row.status && row.statusText ? (
        <Tip text={row.matureTime === null ? undefined : say('referrals.matures', { time: showTime(row.matureTime) })}>
          <StatusTag tone={stateTone[row.status]} text={row.statusText} />
        </Tip>
      ) : (
        '–'
      ),
  },
]

const withdrawalColumns: readonly Column<WithdrawalRow>[] = [
  { key: 'no', title: word('no'), cell: (row) => <strong>{row.withdrawalNo}</strong>, phone: 'head' },
  { key: 'time', title: word('time'), cell: (row) => showTime(row.createTime) },
  {
    key: 'target',
    title: word('target'),
    cell: (row) => (row.bankTail ? `${row.bankName} ·· ${row.bankTail}` : row.targetText),
  },
  { key: 'amount', title: word('amount'), align: 'right', cell: (row) => <Money cents={row.amount} strong /> },
  { key: 'fee', title: word('fee'), align: 'right', cell: (row) => <Money cents={row.fee} /> },
  {
    key: 'receive',
    title: word('receive'),
    align: 'right',
    cell: (row) => <Money cents={row.receive} unit={row.receiveUnit} />,
  },
  {
    key: 'status',
    title: word('status'),
    cell: (row) => <StatusTag tone={withdrawalTone[row.status]} text={row.statusText} />,
  },
]
