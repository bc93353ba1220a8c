import { Link } from 'react-router'
import { useState } from 'react'
import {
  listRefundReviews,
  type RefundReview,
  releaseRefund,
  returnRefund,
  type ReviewState,
} from '#contract/trades/desk/refundReviews.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { age } from '#web/operator/parts/age.ts'
import { CasesInDrawer, LIVE_MS, useCases } from '#web/operator/parts/CasesInDrawer.tsx'
import { paths } from '#web/operator/paths.ts'
import { showTime } from '#web/parts/dates.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { ReasonDialog } from '#web/operator/parts/ReasonDialog.tsx'
import { say, useText } from '../text.ts'
import css from '#web/operator/parts/Case.module.css'

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

/** Refunds without a matching purchase, the longest waiting first. */
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

/** One refund under review, with the card's spend at the merchant. */
function RefundReviewDrawer({ review, onClose }: { review: RefundReview; onClose: () => void }) {
  const t = useText()
  const makes = useHolds('staff:money.make')
  const [asking, ask] = useState<'release' | 'giveBack'>()
  const money = (cents: number) => <Money cents={cents} unit={review.unit} />
  return (
    <Drawer
      title={review.merchant}
      extra={<StatusTag tone={reviewTone[review.state]} text={review.stateText} />}
      width={560}
      onClose={onClose}
    >
      <div className={css.detail}>
        <Facts
          facts={[
            [t('trades.refund'), money(review.amount)],
            [t('trades.excess'), money(review.excess)],
            [t('trades.held'), money(review.held)],
            [t('trades.spent'), money(review.spent)],
            ...(review.holder
              ? [
                  [
                    t('trades.account'),
                    <Link key="account" to={paths.account(review.holder.accountId)}>
                      {review.holder.userNo} {review.holder.nickname}
                    </Link>,
                  ] as const,
                ]
              : []),
            ...(review.card
              ? [[t('trades.card'), `${review.card.cardSeqNo} ···· ${review.card.lastFour}`] as const]
              : []),
            [t('trades.descriptor'), review.descriptor],
            [t('trades.received'), showTime(review.receiveTime)],
            ...(review.decideTime === null ? [] : [[t('trades.decided'), showTime(review.decideTime)] as const]),
            ...(review.decidedBy === null ? [] : [[t('trades.decidedBy'), review.decidedBy] as const]),
            [t('trades.clearingRef'), <code key="ref">{review.clearingRef}</code>],
            [t('trades.tradeId'), <code key="id">{review.tradeId}</code>],
          ]}
        />
        {review.approvalId && <Link to={paths.approval(review.approvalId)}>{t('trades.toApproval')}</Link>}
        {makes && review.state === 'OPEN' && (
          <span className={css.row}>
            <Button look="primary" onClick={() => ask('release')}>
              {t('trades.release')}
            </Button>
            <Button look="danger" onClick={() => ask('giveBack')}>
              {t('trades.giveBack')}
            </Button>
          </span>
        )}
      </div>
      {asking && (
        <ReasonDialog
          call={asking === 'release' ? releaseRefund : returnRefund}
          input={{ tradeId: review.tradeId }}
          title={`${t(`trades.${asking}`)} · ${review.merchant}`}
          text={t(`trades.${asking}Text`)}
          submit={t(`trades.${asking}`)}
          done={t('trades.asked')}
          refreshes={[listRefundReviews, listApprovals, staffQueues]}
          onClose={() => ask(undefined)}
        />
      )}
    </Drawer>
  )
}

const reviewTone = {
  OPEN: 'warn',
  CLAIMED: 'info',
  RELEASED: 'ok',
  RETURNED: 'quiet',
  REVERSED: 'quiet',
} as const satisfies Record<ReviewState, Tone>
