import { useState } from 'react'
import { Link } from 'react-router'
import { listRefundReviews, type RefundReview } from '../../../contract/refundReviews.ts'
import { PageFrame } from '../../parts/PageFrame.tsx'
import { useAsk } from '../../parts/queries.ts'
import { QueryTable, type Column } from '../../parts/QueryTable.tsx'
import { serverNow } from '../../parts/serverClock.ts'
import { useListState } from '../../parts/useListState.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Money } from '../../ui/Money.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { StatusTag } from '../../ui/Tag.tsx'
import { age } from '../layout/age.ts'
import { paths } from '../paths.ts'
import { say, useSay } from '../say.ts'
import css from '../topups/Money.module.css'
import { RefundReviewDrawer } from './RefundReviewDrawer.tsx'
import { reviewTone } from './reviewTone.ts'

const LIVE_MS = 10_000
const names: string[] = ['scope']

const columns: readonly Column<RefundReview>[] = [
  {
    key: 'merchant',
    title: () => say('tradeDesk.merchant'),
    phone: 'head',
    cell: ({ merchant }) => <strong>{merchant}</strong>,
  },
  {
    key: 'account',
    title: () => say('tradeDesk.account'),
    cell: ({ holder }) =>
      holder && (
        <Link to={paths.account(holder.accountId)}>
          {holder.userNo} {holder.nickname}
        </Link>
      ),
  },
  {
    key: 'amount',
    title: () => say('tradeDesk.refund'),
    align: 'right',
    cell: ({ amount, unit }) => <Money cents={amount} unit={unit} />,
  },
  {
    key: 'excess',
    title: () => say('tradeDesk.excess'),
    align: 'right',
    cell: ({ excess, unit }) => <Money cents={excess} unit={unit} />,
  },
  {
    key: 'status',
    title: () => say('tradeDesk.status'),
    cell: ({ state, stateText }) => <StatusTag tone={reviewTone[state]} text={stateText} />,
  },
  { key: 'since', title: () => say('tradeDesk.since'), cell: ({ receiveTime }) => age(serverNow() - receiveTime) },
]

/** Refunds that no purchase explains, the longest waiting first. */
export default function RefundReviewsPage() {
  const { t } = useSay()
  const list = useListState(names)
  const scope = list.filters['scope'] === 'all' ? 'all' : 'open'
  const query = useAsk(listRefundReviews, { ...list.asked, scope }, { everyMs: LIVE_MS, keep: true })
  const [openId, open] = useState<string>()
  const shown = query.data?.data.find(({ tradeId }) => tradeId === openId)
  return (
    <PageFrame>
      <p className={css.note}>{t('tradeDesk.refundsLead')}</p>
      <Segmented
        label={t('tradeDesk.status')}
        value={scope}
        options={[
          { value: 'open', label: t('tradeDesk.open') },
          { value: 'all', label: t('tradeDesk.all') },
        ]}
        onChange={(value) => list.setFilters(value === 'all' ? { scope: 'all' } : {})}
      />
      <QueryTable
        label={t('desk.refunds')}
        query={query}
        list={list}
        columns={columns}
        rowKey={({ tradeId }) => tradeId}
        onOpen={({ tradeId }) => open(tradeId)}
        empty={<Empty icon="check" title={t('tradeDesk.refundsEmpty')} text={t('tradeDesk.refundsEmptyText')} />}
      />
      {shown && <RefundReviewDrawer review={shown} onClose={() => open(undefined)} />}
    </PageFrame>
  )
}
