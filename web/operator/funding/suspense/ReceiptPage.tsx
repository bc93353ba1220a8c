import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { showSuspense } from '#contract/funding/desk/suspense.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/dialogs/Panel.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { paths } from '#web/operator/paths.ts'
import { exactly } from '../topUps/exactly.ts'
import { receiptTone } from '../topUps/looks.ts'
import css from '#web/operator/parts/Case.module.css'
import { GiveForm } from './GiveForm.tsx'
import { useText } from '../text.ts'

const LIVE_MS = 5000

/** Money that came in: where from, which order it may be for, and whose two people say it is. */
export default function ReceiptPage() {
  const t = useText()
  const { suspenseId = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [makes, reads] = [useHolds('staff:money.make'), useHolds('staff:books.view')]
  const query = useAsk(showSuspense, { suspenseId }, { quiet: true, everyMs: LIVE_MS })
  const receipt = query.data
  return (
    <Drawer
      title={receipt?.railText ?? t('funding.suspense')}
      extra={receipt && <StatusTag tone={receiptTone[receipt.state]} text={receipt.stateText} />}
      width={620}
      onClose={() => void navigate({ pathname: paths.suspense, search })}
    >
      {receipt ? (
        <div className={css.detail}>
          <strong style={{ fontSize: 24 }}>
            {exactly(receipt.amountStr)} {receipt.unit}
          </strong>
          <Facts
            facts={[
              [
                t('funding.why'),
                receipt.fitsNow ? `${receipt.reasonText} · ${t('funding.fitsNow')}` : receipt.reasonText,
              ],
              [
                t('funding.ref'),
                <span key="ref" className={css.mono}>
                  {receipt.ref}
                </span>,
              ],
              ...(receipt.from
                ? [
                    [
                      t('funding.from'),
                      <span key="from" className={css.mono}>
                        {receipt.from}
                      </span>,
                    ] as const,
                  ]
                : []),
              [t('funding.receivedAt'), showTime(receipt.receiveTime)],
              [
                t('funding.namedOrder'),
                <span key="order" className={css.mono}>
                  {receipt.orderNo ?? '–'}
                </span>,
              ],
              [t('funding.account'), receipt.holder ? `${receipt.holder.userNo} ${receipt.holder.nickname}` : '–'],
              ...(receipt.creditedTo
                ? [[t('funding.creditedTo'), <Money key="credit" cents={receipt.creditedTo.amount} strong />] as const]
                : []),
            ]}
          />
          {reads && (
            <p className={css.row}>
              {receipt.transfers.map((transferId, at) => (
                <Link key={transferId} to={paths.bookTransfer(transferId)}>
                  {t(at === 0 ? 'funding.receivedEntry' : 'funding.endedEntry')}
                </Link>
              ))}
            </p>
          )}
          {receipt.approvalId && (
            <p className={css.note} role="status">
              {t('funding.decides')} · <Link to={paths.approval(receipt.approvalId)}>{t('funding.toApproval')}</Link>
            </p>
          )}
          {receipt.state === 'OPEN' && makes && <GiveForm key={suspenseId} receipt={receipt} />}
        </div>
      ) : query.isError ? (
        <Empty icon="search" title={t('funding.missing')} text={query.error.says} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Drawer>
  )
}
