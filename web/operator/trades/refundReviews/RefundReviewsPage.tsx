import { Link } from 'react-router'
import { listRefundReviews, type RefundReview } from '#contract/trades/desk/refundReviews.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { age } from '#web/operator/parts/age.ts'
import { CasesInDrawer, LIVE_MS, useCases } from '#web/operator/parts/CasesInDrawer.tsx'
import { paths } from '#web/operator/paths.ts'
import { RefundReviewDrawer } from './RefundReviewDrawer.tsx'
import { reviewTone } from './reviewTone.ts'
import { say, useText } from '../text.ts'

const columns: readonly Column<RefundReview>[] = [
  {
    key: 'merchant',
    title: () => say('trades.merchant'),
    phone: 'head',
    cell: ({ merchant }) => <strong>{merchant}</strong>,
  },
  {
    key: 'account',
    title: () => say('trades.account'),
    cell: ({ holder }) =>
      holder && (
        <Link to={paths.account(holder.accountId)}>
          {holder.userNo} {holder.nickname}
        </Link>
      ),
  },
  {
    key: 'amount',
    title: () => say('trades.refund'),
    align: 'right',
    cell: ({ amount, unit }) => <Money cents={amount} unit={unit} />,
  },
  {
    key: 'excess',
    title: () => say('trades.excess'),
    align: 'right',
    cell: ({ excess, unit }) => <Money cents={excess} unit={unit} />,
  },
  {
    key: 'status',
    title: () => say('trades.status'),
    cell: ({ state, stateText }) => <StatusTag tone={reviewTone[state]} text={stateText} />,
  },
  { key: 'since', title: () => say('trades.since'), cell: ({ receiveTime }) => age(serverNow() - receiveTime) },
]

/** Refunds that no purchase explains, the longest waiting first. */
export default function RefundReviewsPage() {
  const t = useText()
  const { list, input } = useCases()
  const query = useAsk(listRefundReviews, input, { everyMs: LIVE_MS, keep: true })
  return (
    <CasesInDrawer
      label={t('desk.refunds')}
      lead={t('trades.refundsLead')}
      list={list}
      scope={input.scope}
      query={query}
      columns={columns}
      rowKey={({ tradeId }) => tradeId}
      empty={<Empty icon="check" title={t('trades.refundsEmpty')} text={t('trades.refundsEmptyText')} />}
      drawer={(review, onClose) => <RefundReviewDrawer review={review} onClose={onClose} />}
    />
  )
}
