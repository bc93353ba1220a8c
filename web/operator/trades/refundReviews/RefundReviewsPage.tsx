import {
  listRefundReviews,
  type RefundReview,
  releaseRefund,
  returnRefund,
  type ReviewState,
} from '#contract/trades/desk/refundReviews.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { column, headColumn, type Column } from '#web/parts/lists/columns.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { age } from '#web/operator/parts/age.ts'
import { HolderLink } from '#web/operator/parts/Case.tsx'
import { showTime } from '#web/parts/dates.ts'
import { Facts, Row } from '#web/ui/layout.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { ReasonButton } from '#web/operator/parts/ReasonDialog.tsx'
import { CasesInDrawer, useCases } from '../CasesInDrawer.tsx'
import { title, useText } from '../text.ts'

const reviewTone = {
  OPEN: 'warn',
  CLAIMED: 'info',
  RELEASED: 'ok',
  RETURNED: 'quiet',
  REVERSED: 'quiet',
} as const satisfies Record<ReviewState, Tone>
const reviewTag = ({ state, stateText }: RefundReview) => <StatusTag tone={reviewTone[state]} text={stateText} />

const columns: readonly Column<RefundReview>[] = [
  headColumn('merchant', title('trades.merchant')),
  column('account', title('trades.account'), ({ holder }) => holder && <HolderLink {...holder} />),
  column('amount', title('trades.refund'), ({ amount, unit }) => <Money cents={amount} unit={unit} />, {
    align: 'right',
  }),
  column('excess', title('trades.excess'), ({ excess, unit }) => <Money cents={excess} unit={unit} />, {
    align: 'right',
  }),
  column('status', title('trades.status'), reviewTag),
  column('since', title('trades.since'), ({ receiveTime }) => age(serverNow() - receiveTime)),
]

/** Refunds without a matching purchase, the longest waiting first. */
export default function RefundReviewsPage() {
  const t = useText()
  const queue = useCases(listRefundReviews)
  return (
    <CasesInDrawer
      label={t('desk.refunds')}
      lead={t('trades.refundsLead')}
      of={queue}
      columns={columns}
      rowKey={({ tradeId }) => tradeId}
      empty={{ icon: 'check', title: t('trades.refundsEmpty'), text: t('trades.refundsEmptyText') }}
      title={({ merchant }) => merchant}
      tag={reviewTag}
      detail={(review) => <RefundReviewDetail review={review} />}
      moves={(review) => <RefundReviewMoves review={review} />}
    />
  )
}

/** The refund, with the card's spend at the merchant. */
function RefundReviewDetail({ review }: { review: RefundReview }) {
  const t = useText()
  const { holder, card } = review
  const money = (cents: number) => <Money cents={cents} unit={review.unit} />
  return (
    <Facts
      facts={[
        [t('trades.refund'), money(review.amount)],
        [t('trades.excess'), money(review.excess)],
        [t('trades.held'), money(review.held)],
        [t('trades.spent'), money(review.spent)],
        holder && [t('trades.account'), <HolderLink {...holder} />],
        card && [t('trades.card'), `${card.cardSeqNo} ···· ${card.lastFour}`],
        [t('trades.descriptor'), review.descriptor],
        [t('trades.received'), showTime(review.receiveTime)],
        review.decideTime !== null && [t('trades.decided'), showTime(review.decideTime)],
        review.decidedBy !== null && [t('trades.decidedBy'), review.decidedBy],
        [t('trades.clearingRef'), <code>{review.clearingRef}</code>],
        [t('trades.tradeId'), <code>{review.tradeId}</code>],
      ]}
    />
  )
}

function RefundReviewMoves({ review: { tradeId, merchant, state } }: { review: RefundReview }) {
  const t = useText()
  if (!useHolds('staff:money.make') || state !== 'OPEN') return null
  const move = {
    input: { tradeId },
    about: merchant,
    done: t('trades.asked'),
    refreshes: [listRefundReviews, listApprovals, staffQueues],
  }
  return (
    <Row>
      <ReasonButton
        {...move}
        call={releaseRefund}
        look="primary"
        label={t('trades.release')}
        text={t('trades.releaseText')}
      />
      <ReasonButton
        {...move}
        call={returnRefund}
        look="danger"
        label={t('trades.giveBack')}
        text={t('trades.giveBackText')}
      />
    </Row>
  )
}
