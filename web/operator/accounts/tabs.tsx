import type { ComponentType } from 'react'
import {
  accountCards,
  accountDeclines,
  accountFlows,
  accountLog,
  accountOrders,
  accountSessions,
} from '#contract/accounts/accounts.ts'
import type { Call, Output, Input } from '#contract/core/call.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { moneyColumn, timeColumn } from '../parts/columns.tsx'
import type { accounts } from './text.cn.ts'
import { useText, say } from './text.ts'

type Rows<C extends Call> = readonly Column<Output<C> extends { data: (infer R)[] } ? R : never>[]
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
  { key: 'type', title: () => say('accounts.flow.type'), cell: (row) => row.typeText, phone: 'head' },
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
  { key: 'segment', title: () => say('accounts.card.segment'), cell: (row) => row.segment },
  moneyColumn('balance', () => say('accounts.card.balance')),
  {
    key: 'state',
    title: () => say('accounts.card.state'),
    cell: (row) => <StatusTag tone={row.status === 'ACTIVE' ? 'ok' : 'quiet'} text={row.statusText} />,
  },
  { key: 'owner', title: () => say('accounts.card.owner'), cell: (row) => row.owner ?? say('accounts.parent') },
  timeColumn('openTime', () => say('accounts.card.opened'), 'opened'),
]

const declineColumns: Rows<typeof accountDeclines> = [
  timeColumn('time', () => say('accounts.decline.time')),
  { key: 'merchant', title: () => say('accounts.decline.merchant'), cell: (row) => row.merchant, phone: 'head' },
  moneyColumn('amount', () => say('accounts.decline.amount')),
  { key: 'why', title: () => say('accounts.decline.why'), cell: (row) => row.reasonText },
  { key: 'card', title: () => say('accounts.decline.card'), cell: (row) => lastFour(row.lastFour) },
]

const orderColumns: Rows<typeof accountOrders> = [
  timeColumn('time', () => say('accounts.order.time')),
  { key: 'rail', title: () => say('accounts.order.rail'), cell: (row) => row.railText, phone: 'head' },
  moneyColumn('credit', () => say('accounts.order.credit'), { strong: true }),
  { key: 'state', title: () => say('accounts.order.state'), cell: (row) => <Tag>{row.statusText}</Tag> },
  {
    key: 'hash',
    title: () => say('accounts.order.hash'),
    cell: ({ txHash }) => (txHash ? short(txHash, `${txHash.slice(0, 10)}…`, say('accounts.order.hash')) : '–'),
  },
]

const sessionColumns: Rows<typeof accountSessions> = [
  { key: 'who', title: () => say('accounts.session.who'), cell: (row) => row.name, phone: 'head' },
  { key: 'device', title: () => say('accounts.session.device'), cell: (row) => row.device },
  { key: 'ip', title: () => say('accounts.session.ip'), cell: (row) => row.ip },
  timeColumn('activeTime', () => say('accounts.session.active'), 'active'),
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
  { key: 'who', title: () => say('accounts.log.who'), cell: (row) => row.who, phone: 'head' },
  { key: 'what', title: () => say('accounts.log.what'), cell: (row) => row.content },
  { key: 'target', title: () => say('accounts.log.target'), cell: (row) => row.target },
]

type Page = { data: object[] }
type RowOf<C extends Call> = Output<C> extends Page ? Output<C>['data'][number] : never
const names: string[] = []

/** A list of one account: the call's rows in these columns, page and size in the address. */
const listOf = <C extends Call>(
  call: C,
  columns: readonly Column<RowOf<C>>[],
  rowKey: (row: RowOf<C>) => string,
  name: keyof (typeof accounts)['tab'],
): ComponentType<{ accountId: string }> =>
  function AccountList({ accountId }) {
    const t = useText()
    const list = useListState(names)
    const query = useAsk(call, { ...list.asked, accountId } as Input<C>)
    return (
      <QueryTable<RowOf<C>>
        label={t(`accounts.tab.${name}`)}
        query={query as never}
        list={list}
        columns={columns}
        rowKey={rowKey}
        empty={<Empty title={t('accounts.nothing')} />}
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
