import { useState } from 'react'
import type { Wish } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import { listCommission, listInvited, listWithdrawals } from '#contract/referrals/referrals.ts'
import { showTime } from '#web/parts/dates.ts'
import { QueryTable } from '#web/parts/lists/QueryTable.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { useListState } from '#web/parts/lists/useListState.ts'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/dialogs/Panel.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { Timeline } from '#web/ui/Timeline.tsx'
import { flowColumns, invitedColumns, withdrawalColumns, withdrawalTone, type WithdrawalRow } from './columns.tsx'
import { linkOf, type Home } from './InvitePanel.tsx'
import { useText } from './text.ts'
import css from './Rebate.module.css'

const names: string[] = []

export function InvitedList({ link }: { link: string }) {
  const t = useText()
  const list = useListState(names)
  const query = useAsk(listInvited, list.asked as Wish<typeof listInvited>)
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
  const query = useAsk(listCommission, list.asked as Wish<typeof listCommission>, { everyMs: 30_000 })
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
  const query = useAsk(listWithdrawals, list.asked as Wish<typeof listWithdrawals>, { everyMs: 15_000 })
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
      <div className={css.stack}>
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
      </div>
    </Drawer>
  )
}
