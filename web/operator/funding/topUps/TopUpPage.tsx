import { Link, useLocation, useNavigate, useParams } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { askTopUp, topUpOrder } from '#contract/funding/desk/topUps.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { Timeline } from '#web/ui/Timeline.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useHolds } from '#web/operator/desk.ts'
import { paths } from '#web/operator/paths.ts'
import { TAccounts } from '#web/operator/ledger/TAccounts.tsx'
import { useText } from '../text.ts'
import { exactly } from './exactly.ts'
import { lifeState, orderTone } from './topUpTones.ts'
import css from '#web/operator/parts/Case.module.css'

const LIVE_MS = 5000

/** One order: its owner, its history at the provider and with us, and its postings. */
export default function TopUpPage() {
  const t = useText()
  const { orderNo = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const makes = useHolds('staff:money.make')
  const query = useAsk(topUpOrder, { orderNo }, { quiet: true, everyMs: LIVE_MS })
  const again = useCall(askTopUp, { refreshes: [topUpOrder], onDone: () => toast.ok(t('funding.askedAgain')) })
  const order = query.data
  return (
    <Drawer
      title={order?.railText ?? t('funding.topUps')}
      extra={order && <StatusTag tone={orderTone[order.status]} text={order.statusText} />}
      width={680}
      onClose={() => void navigate({ pathname: paths.topUps, search })}
    >
      {order ? (
        <div className={css.detail}>
          <OrderFacts order={order} />
          <div className={css.row}>
            {makes && (
              <Button icon="refresh" loading={again.isPending} onClick={() => again.mutate({ orderNo })}>
                {t('funding.ask')}
              </Button>
            )}
            <Link to={paths.account(order.holder.accountId)}>{t('funding.openAccount')}</Link>
          </div>
          <section>
            <h3>{t('funding.life')}</h3>
            <Timeline
              label={t('funding.life')}
              steps={order.life.map((step, at) => ({
                key: String(at),
                state: lifeState[step.kind],
                title: step.suspenseId ? (
                  <Link to={paths.receipt(step.suspenseId)}>{step.kindText}</Link>
                ) : (
                  step.kindText
                ),
                text: (step.note || step.ref) && (
                  <span className={css.mono}>{[step.note, step.ref].filter(Boolean).join(' · ')}</span>
                ),
                time: showTime(step.time),
                value: step.amountStr,
              }))}
            />
          </section>
          <section>
            <h3>{t('funding.entries')}</h3>
            <Entries transfers={order.transfers} />
          </section>
        </div>
      ) : query.isError ? (
        <Empty icon="search" title={t('funding.missing')} text={query.error.says} />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </Drawer>
  )
}

function OrderFacts({ order }: { order: Output<typeof topUpOrder> }) {
  const t = useText()
  return (
    <Facts
      facts={[
        [
          t('funding.orderNo'),
          <span key="no" className={css.row}>
            <span className={css.mono}>{order.orderNo}</span>
            <CopyButton text={order.orderNo} what={t('funding.orderNo')} />
          </span>,
        ],
        [t('funding.account'), `${order.holder.userNo} ${order.holder.nickname}`],
        [t('funding.pay'), `${exactly(order.payAmountStr)} ${order.payUnit}`],
        [t('funding.received'), order.receivedStr ? `${exactly(order.receivedStr)} ${order.payUnit}` : '–'],
        [t('funding.fee'), <Money key="fee" cents={order.fee} unit={order.feeUnit} />],
        [t('funding.rate'), order.rate],
        [t('funding.credit'), <Money key="credit" cents={order.credit} strong />],
        [t('funding.expires'), showTime(order.expireTime)],
        ...(order.address
          ? [
              [
                t('funding.address'),
                <span key="to" className={css.mono}>
                  {order.address}
                </span>,
              ] as const,
            ]
          : []),
        ...(order.txHash
          ? [
              [
                t('funding.txHash'),
                <span key="tx" className={css.mono}>
                  {order.txHash}
                </span>,
              ] as const,
            ]
          : []),
        ...(order.card ? [[t('funding.card'), order.card] as const] : []),
        ...(order.providerRef ? [[t('funding.providerRef'), order.providerRef] as const] : []),
      ]}
    />
  )
}

/** Ledger transfers, each with its two sides. */
function Entries({ transfers }: { transfers: Output<typeof topUpOrder>['transfers'] }) {
  const t = useText()
  const reads = useHolds('staff:books.view')
  if (transfers.length === 0) return <p className={css.quiet}>{t('funding.noEntries')}</p>
  return transfers.map(({ transferId, kindText, postTime, entries }) => (
    <div key={transferId} className={css.transfer} role="group" aria-label={kindText}>
      <p className={css.between}>
        <strong>{kindText}</strong>
        <span className={css.row}>
          <small className={css.quiet}>{showTime(postTime)}</small>
          {reads && (
            <Link to={paths.bookTransfer(transferId)} aria-label={`${t('funding.inBooks')} ${kindText}`}>
              {t('funding.inBooks')}
            </Link>
          )}
        </span>
      </p>
      <TAccounts
        entries={entries.map((entry) => ({ ...entry, owner: /^(acc|act)_/.test(entry.owner) ? '' : entry.owner }))}
      />
    </div>
  ))
}
