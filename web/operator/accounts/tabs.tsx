import type { ComponentType } from 'react'
import {
  accountCards,
  accountDeclines,
  accountFlows,
  accountLog,
  accountOrders,
  accountSessions,
} from '#contract/accounts/accounts.ts'
import type { Call, Output } from '#contract/core/call.ts'
import { moneyColumn, textColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { QueryList, useList, type RowOf } from '#web/parts/lists/QueryList.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import type { accounts } from './text.cn.ts'
import { useText, say } from './text.ts'

type Rows<C extends Call> = readonly Column<RowOf<Output<C>>>[]
const lastFour = (digits: string | null): string => (digits ? `···· ${digits}` : '–')

/** A long reference by its ends; the button copies it whole. */
const short = (text: string, shown: string, what: string) => (
  <span style={{ whiteSpace: 'nowrap' }}>
    {shown}
    <CopyButton text={text} what={what} />
  </span>
)

const flowColumns: Rows<typeof accountFlows> = [
  timeColumn('time', () => say('accounts.flow.time')),
  textColumn('typeText', () => say('accounts.flow.type'), { key: 'type', phone: 'head' }),
  {
    key: 'amount',
    title: () => say('accounts.flow.amount'),
    align: 'right',
    cell: ({ direction, amount }) => <Money cents={direction === 'IN' ? amount : -amount} sign="always" />,
  },
  moneyColumn('balanceAfter', () => say('accounts.flow.after'), { key: 'after' }),
  {
    key: 'no',
    title: () => say('accounts.flow.no'),
    cell: ({ bizNo }) => short(bizNo, `${bizNo.slice(0, 4)}…${bizNo.slice(-6)}`, say('accounts.flow.no')),
  },
]

const cardColumns: Rows<typeof accountCards> = [
  {
    key: 'card',
    title: () => say('accounts.card.card'),
    cell: (row) => <strong>{lastFour(row.lastFour)}</strong>,
    phone: 'head',
  },
  textColumn('segment', () => say('accounts.card.segment')),
  moneyColumn('balance', () => say('accounts.card.balance')),
  {
    key: 'state',
    title: () => say('accounts.card.state'),
    cell: (row) => <StatusTag tone={row.status === 'ACTIVE' ? 'ok' : 'quiet'} text={row.statusText} />,
  },
  { key: 'owner', title: () => say('accounts.card.owner'), cell: (row) => row.owner ?? say('accounts.parent') },
  timeColumn('openTime', () => say('accounts.card.opened'), { key: 'opened' }),
]

const declineColumns: Rows<typeof accountDeclines> = [
  timeColumn('time', () => say('accounts.decline.time')),
  textColumn('merchant', () => say('accounts.decline.merchant'), { phone: 'head' }),
  moneyColumn('amount', () => say('accounts.decline.amount')),
  textColumn('reasonText', () => say('accounts.decline.why'), { key: 'why' }),
  { key: 'card', title: () => say('accounts.decline.card'), cell: (row) => lastFour(row.lastFour) },
]

const orderColumns: Rows<typeof accountOrders> = [
  timeColumn('time', () => say('accounts.order.time')),
  textColumn('railText', () => say('accounts.order.rail'), { key: 'rail', phone: 'head' }),
  moneyColumn('credit', () => say('accounts.order.credit'), { strong: true }),
  { key: 'state', title: () => say('accounts.order.state'), cell: (row) => <Tag>{row.statusText}</Tag> },
  {
    key: 'hash',
    title: () => say('accounts.order.hash'),
    cell: ({ txHash }) => (txHash ? short(txHash, `${txHash.slice(0, 10)}…`, say('accounts.order.hash')) : '–'),
  },
]

const sessionColumns: Rows<typeof accountSessions> = [
  textColumn('name', () => say('accounts.session.who'), { key: 'who', phone: 'head' }),
  textColumn('device', () => say('accounts.session.device')),
  textColumn('ip', () => say('accounts.session.ip')),
  timeColumn('activeTime', () => say('accounts.session.active'), { key: 'active' }),
  {
    key: 'state',
    title: () => say('accounts.session.state'),
    cell: ({ open }) => (
      <StatusTag tone={open ? 'ok' : 'quiet'} text={say(open ? 'accounts.session.open' : 'accounts.session.over')} />
    ),
  },
]

const logColumns: Rows<typeof accountLog> = [
  timeColumn('time', () => say('accounts.log.time')),
  textColumn('who', () => say('accounts.log.who'), { phone: 'head' }),
  textColumn('content', () => say('accounts.log.what'), { key: 'what' }),
  textColumn('target', () => say('accounts.log.target')),
]

/** A list of one account: the call's rows in these columns, page and size in the address. */
const listOf = <C extends Call>(
  call: C,
  columns: readonly Column<RowOf<Output<C>>>[],
  rowKey: (row: RowOf<Output<C>>) => string,
  name: keyof (typeof accounts)['tab'],
): ComponentType<{ accountId: string }> =>
  function AccountList({ accountId }) {
    const t = useText()
    const listed = useList(call, { input: { accountId } as object })
    return (
      <QueryList<RowOf<Output<C>>>
        label={t(`accounts.tab.${name}`)}
        of={listed}
        columns={columns}
        rowKey={rowKey}
        empty={{ title: t('accounts.nothing') }}
      />
    )
  }

/** The lists of an account, each with its call and its columns. */
export const tabs = {
  flows: listOf(accountFlows, flowColumns, (row) => row.flowId, 'flows'),
  cards: listOf(accountCards, cardColumns, (row) => row.cardId, 'cards'),
  declines: listOf(accountDeclines, declineColumns, (row) => row.id, 'declines'),
  orders: listOf(accountOrders, orderColumns, (row) => row.orderNo, 'orders'),
  sessions: listOf(accountSessions, sessionColumns, (row) => row.sessionId, 'sessions'),
  log: listOf(accountLog, logColumns, (row) => row.id, 'log'),
} as const satisfies Record<string, ComponentType<{ accountId: string }>>
export const tabNames = ['flows', 'cards', 'declines', 'orders', 'sessions', 'log'] as const
