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
import { column, moneyColumn, textColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { QueryList, useList, type RowOf } from '#web/parts/lists/QueryList.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { TwoLines } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import type { accounts } from './text.cn.ts'
import { say, title, useText } from './text.ts'

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
  timeColumn('time', title('accounts.flow.time')),
  textColumn('typeText', title('accounts.flow.type'), { key: 'type', phone: 'head' }),
  column(
    'amount',
    title('accounts.flow.amount'),
    ({ direction, amount }) => <Money cents={direction === 'IN' ? amount : -amount} sign="always" />,
    { align: 'right' },
  ),
  moneyColumn('balanceAfter', title('accounts.flow.after'), { key: 'after' }),
  column('no', title('accounts.flow.no'), ({ bizNo }) =>
    short(bizNo, `${bizNo.slice(0, 4)}…${bizNo.slice(-6)}`, say('accounts.flow.no')),
  ),
]

const cardColumns: Rows<typeof accountCards> = [
  column('card', title('accounts.card.card'), (row) => <strong>{lastFour(row.lastFour)}</strong>, { phone: 'head' }),
  textColumn('segment', title('accounts.card.segment')),
  moneyColumn('balance', title('accounts.card.balance')),
  column('state', title('accounts.card.state'), (row) => (
    <StatusTag tone={row.status === 'ACTIVE' ? 'ok' : 'quiet'} text={row.statusText} />
  )),
  column('owner', title('accounts.card.owner'), (row) => row.owner ?? say('accounts.parent')),
  timeColumn('openTime', title('accounts.card.opened'), { key: 'opened' }),
]

const declineColumns: Rows<typeof accountDeclines> = [
  timeColumn('time', title('accounts.decline.time')),
  textColumn('merchant', title('accounts.decline.merchant'), { phone: 'head' }),
  moneyColumn('amount', title('accounts.decline.amount')),
  column('why', title('accounts.decline.why'), ({ reasonText, rule }) => (
    <TwoLines below={rule && say('accounts.decline.byRule', { rule })}>{reasonText}</TwoLines>
  )),
  column('card', title('accounts.decline.card'), (row) => lastFour(row.lastFour)),
]

const orderColumns: Rows<typeof accountOrders> = [
  timeColumn('time', title('accounts.order.time')),
  textColumn('railText', title('accounts.order.rail'), { key: 'rail', phone: 'head' }),
  moneyColumn('credit', title('accounts.order.credit'), { strong: true }),
  column('state', title('accounts.order.state'), (row) => <Tag>{row.statusText}</Tag>),
  column('hash', title('accounts.order.hash'), ({ txHash }) =>
    txHash ? short(txHash, `${txHash.slice(0, 10)}…`, say('accounts.order.hash')) : '–',
  ),
]

const sessionColumns: Rows<typeof accountSessions> = [
  textColumn('name', title('accounts.session.who'), { key: 'who', phone: 'head' }),
  textColumn('device', title('accounts.session.device')),
  textColumn('ip', title('accounts.session.ip')),
  timeColumn('activeTime', title('accounts.session.active'), { key: 'active' }),
  column('state', title('accounts.session.state'), ({ open }) => (
    <StatusTag tone={open ? 'ok' : 'quiet'} text={say(open ? 'accounts.session.open' : 'accounts.session.over')} />
  )),
]

const logColumns: Rows<typeof accountLog> = [
  timeColumn('time', title('accounts.log.time')),
  textColumn('who', title('accounts.log.who'), { phone: 'head' }),
  textColumn('content', title('accounts.log.what'), { key: 'what' }),
  textColumn('target', title('accounts.log.target')),
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
