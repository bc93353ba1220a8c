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
import { useSay } from '#web/operator/say.ts'
import css from '#web/operator/parts/Case.module.css'
import { reviewTone } from './reviewTone.ts'

/** One refund under review, with what the card has spent at the merchant. */
export function RefundReviewDrawer({ review, onClose }: { review: RefundReview; onClose: () => void }) {
  const { t } = useSay()
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
            [t('tradeDesk.refund'), money(review.amount)],
            [t('tradeDesk.excess'), money(review.excess)],
            [t('tradeDesk.held'), money(review.held)],
            [t('tradeDesk.spent'), money(review.spent)],
            ...(review.holder
              ? [
                  [
                    t('tradeDesk.account'),
                    <Link key="account" to={paths.account(review.holder.accountId)}>
                      {review.holder.userNo} {review.holder.nickname}
                    </Link>,
                  ] as const,
                ]
              : []),
            ...(review.card
              ? [[t('tradeDesk.card'), `${review.card.cardSeqNo} ···· ${review.card.lastFour}`] as const]
              : []),
            [t('tradeDesk.descriptor'), review.descriptor],
            [t('tradeDesk.received'), showTime(review.receiveTime)],
            ...(review.decideTime === null ? [] : [[t('tradeDesk.decided'), showTime(review.decideTime)] as const]),
            ...(review.decidedBy === null ? [] : [[t('tradeDesk.decidedBy'), review.decidedBy] as const]),
            [t('tradeDesk.clearingRef'), <code key="ref">{review.clearingRef}</code>],
            [t('tradeDesk.tradeId'), <code key="id">{review.tradeId}</code>],
          ]}
        />
        {review.approvalId && <Link to={paths.approval(review.approvalId)}>{t('tradeDesk.toApproval')}</Link>}
        {makes && review.state === 'OPEN' && (
          <span className={css.row}>
            <Button look="primary" onClick={() => ask('release')}>
              {t('tradeDesk.release')}
            </Button>
            <Button look="danger" onClick={() => ask('giveBack')}>
              {t('tradeDesk.giveBack')}
            </Button>
          </span>
        )}
      </div>
      {asking && (
        <ReasonDialog
          call={asking === 'release' ? releaseRefund : returnRefund}
          wish={{ tradeId: review.tradeId }}
          title={`${t(`tradeDesk.${asking}`)} · ${review.merchant}`}
          text={t(`tradeDesk.${asking}Text`)}
          submit={t(`tradeDesk.${asking}`)}
          done={t('tradeDesk.asked')}
          refreshes={[listRefundReviews, listApprovals, staffQueues]}
          onClose={() => ask(undefined)}
        />
      )}
    </Drawer>
  )
}
