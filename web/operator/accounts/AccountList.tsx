import { useSearchParams } from 'react-router'
import {
  accountMarks,
  accountSorts,
  listAccounts,
  type AccountOrder,
  type ListedAccount,
} from '#contract/accounts/accounts.ts'
import { column, moneyColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { QueryList, optionsOf, useList, type Filter } from '#web/parts/lists/QueryList.tsx'
import { showDay } from '#web/parts/dates.ts'
import { langNow } from '#web/text.ts'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Row, TwoLines } from '#web/ui/layout.tsx'
import { paths } from '../paths.ts'
import { AccountTags } from './AccountTags.tsx'
import { percent } from '../parts/percent.ts'
import { say, title, useText } from './text.ts'

const orders = Object.keys(accountSorts) as AccountOrder[]

const columns: readonly Column<ListedAccount>[] = [
  column('account', title('accounts.list.account'), (row) => <TwoLines below={row.userNo}>{row.nickname}</TwoLines>, {
    phone: 'head',
  }),
  column('status', title('accounts.list.status'), (row) => (
    <Row as="span" gap={1}>
      <AccountTags account={row} />
    </Row>
  )),
  moneyColumn('money', title('accounts.list.money'), { strong: true }),
  column(
    'declineBps',
    title('accounts.list.declines'),
    ({ declineBps }) => (declineBps === null ? '–' : percent(declineBps)),
    { align: 'right' },
  ),
  column('created', title('accounts.list.since'), (row) => showDay(row.createTime)),
  timeColumn('seenTime', title('accounts.list.seen'), { key: 'seen' }),
]

/** Accounts by what one comes for. The order and the filter are in the address. */
export function AccountList() {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const order = orders.find((one) => one === params.get('by')) ?? 'NEWEST'
  const filters: Filter[] = [
    { kind: 'choice', name: 'mark', label: t('accounts.list.mark'), options: optionsOf(accountMarks) },
  ]
  const listed = useList(listAccounts, { filters, input: { order } })
  return (
    <>
      <Segmented
        label={t('accounts.list.order')}
        value={order}
        options={orders.map((value) => ({ value, label: accountSorts[value][langNow()] }))}
        onChange={(value) => setParams(value === 'NEWEST' ? {} : { by: value })}
      />
      <QueryList
        label={t('accounts.list.label')}
        of={listed}
        columns={columns}
        rowKey={({ accountId }) => accountId}
        path={paths.account}
        empty={{
          icon: 'person',
          title: t(order === 'SEEN' ? 'accounts.list.noneSeen' : 'accounts.list.none'),
          text: say(order === 'SEEN' ? 'accounts.list.noneSeenText' : 'accounts.list.noneText'),
        }}
      />
    </>
  )
}
