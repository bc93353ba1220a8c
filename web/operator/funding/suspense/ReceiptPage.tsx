import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { useState } from 'react'
import {
  showSuspense,
  assignSuspense,
  listSuspense,
  priceSuspense,
  returnSuspense,
} from '#contract/funding/desk/suspense.ts'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk, refresh, useCall } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { paths } from '#web/operator/paths.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { exactly } from '../topUps/exactly.ts'
import { receiptTone } from '../topUps/topUpTones.ts'
import { useText } from '../text.ts'
import css from '#web/operator/parts/Case.module.css'

const LIVE_MS = 5000

/** An unmatched payment: its origin, possible orders, and its assignment by two people. */
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

const ORDER = /^tup_[0-9A-HJKMNP-TV-Z]{26}$/

/** Assigns the payment to an order or an account, with a preview of the result; or returns it. */
function GiveForm({ receipt }: { receipt: Output<typeof showSuspense> }) {
  const t = useText()
  const { suspenseId } = receipt
  const [orderNo, setOrderNo] = useState('')
  const [userNo, setUserNo] = useState('')
  const [reason, setReason] = useState('')
  const to = ORDER.test(orderNo) ? { orderNo } : orderNo === '' && /^\d{6,12}$/.test(userNo) ? { userNo } : undefined
  const price = useAsk(priceSuspense, { suspenseId, ...to }, { enabled: to !== undefined, quiet: true })
  const asked = {
    quiet: true,
    onDone: () => {
      toast.ok(t('funding.asked'))
      refresh(showSuspense, listSuspense, staffQueues)
    },
  }
  const [assign, back] = [useCall(assignSuspense, asked), useCall(returnSuspense, asked)]
  const noReason = reason.trim().length < 2 ? t('funding.reason') : undefined
  const refused = price.isError && to ? price.error.says : undefined
  return (
    <>
      <section>
        <h3>{t('funding.candidates')}</h3>
        {receipt.orders.length === 0 && <p className={css.quiet}>{t('funding.noCandidates')}</p>}
        {receipt.orders.map((order) => (
          <div key={order.orderNo} className={css.item}>
            <span className={css.between}>
              <Link to={paths.topUp(order.orderNo)} className={css.mono}>
                {order.orderNo}
              </Link>
              <Button
                size="s"
                guardMs={0}
                aria-label={`${t('funding.choose')} ${order.orderNo}`}
                onClick={() => setOrderNo(order.orderNo)}
              >
                {t('funding.choose')}
              </Button>
            </span>
            <small className={css.row}>
              {exactly(order.amountStr)} {receipt.unit} · {order.statusText} · {order.holder.userNo}{' '}
              {order.holder.nickname}
              {order.same && <Tag tone="brand">{t('funding.sameAmount')}</Tag>}
            </small>
          </div>
        ))}
      </section>
      <section className={css.detail} aria-label={t('funding.give')}>
        <div className={css.two}>
          <Field label={t('funding.toUser')} problem={assign.error?.fields.userNo}>
            {(wiring) => (
              <Input {...wiring} inputMode="numeric" value={userNo} onChange={(typed) => setUserNo(typed.trim())} />
            )}
          </Field>
          <Field label={t('funding.toOrder')} problem={assign.error?.fields.orderNo}>
            {(wiring) => <Input {...wiring} value={orderNo} onChange={(typed) => setOrderNo(typed.trim())} />}
          </Field>
        </div>
        {price.data && to && (
          <p className={css.note} role="status">
            {t('funding.priced', {
              user: `${price.data.holder.userNo} ${price.data.holder.nickname}`,
              credit: show(price.data.credit),
              rate: price.data.rate,
              fee: show(price.data.fee, price.data.feeUnit),
            })}
            <br />
            {t(price.data.limit.over > 0 ? 'funding.overLimit' : 'funding.inLimit', {
              used: show(price.data.limit.used),
              limit: show(price.data.limit.limit),
              over: show(price.data.limit.over),
            })}
          </p>
        )}
        <Field label={t('funding.reason')} required>
          {(wiring) => <TextArea {...wiring} rows={2} maxLength={200} value={reason} onChange={setReason} />}
        </Field>
        <FormError text={refused ?? assign.error?.says ?? back.error?.says} />
        <span className={css.row}>
          <Button
            look="primary"
            loading={assign.isPending}
            disabled={to ? (price.data ? noReason : t('funding.price')) : t('funding.toUser')}
            onClick={() => assign.mutate({ suspenseId, ...to, reason })}
          >
            {t('funding.assign')}
          </Button>
          <Button
            look="danger"
            loading={back.isPending}
            disabled={noReason}
            onClick={() => back.mutate({ suspenseId, reason })}
          >
            {t('funding.back')}
          </Button>
        </span>
      </section>
    </>
  )
}
