import { useState } from 'react'
import { Link } from 'react-router'
import { listApprovals } from '#contract/staff/approvals.ts'
import {
  listRefundReviews,
  releaseRefund,
  returnRefund,
  type RefundReview,
} from '#contract/trades/desk/refundReviews.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { showTime } from '#web/parts/dates.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/dialogs/Panel.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { ReasonDialog } from '#web/operator/parts/ReasonDialog.tsx'
import { paths } from '#web/operator/paths.ts'
import css from '#web/operator/parts/Case.module.css'
import { reviewTone } from './reviewTone.ts'
import { useText } from '../text.ts'

/** One refund under review, with what the card has spent at the merchant. */
export function RefundReviewDrawer({ review, onClose }: { review: RefundReview; onClose: () => void }) {
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
          wish={{ tradeId: review.tradeId }}
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
