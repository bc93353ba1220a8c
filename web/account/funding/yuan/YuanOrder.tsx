import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { checkRecharge, rails, rechargeStatus, type RechargeShown } from '#contract/funding/funding.ts'
import { show } from '#contract/core/money.ts'
import { refresh, useAsk, useCall } from '#web/parts/client/queries.ts'
import { Qr } from '#web/ui/charts/Qr.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { loadWallet } from '#web/parts/client/startUp.ts'
import { paths } from '#web/account/paths.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { langNow } from '#web/text.ts'
import { showTime } from '#web/parts/dates.ts'
import { Timeline, type TimelineStep } from '#web/ui/Timeline.tsx'
import { Money } from '#web/ui/Money.tsx'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { isSettled } from '../OpenOrders.tsx'
import { dropOrder } from '../openOrders.ts'
import { OrderOutcome } from '../OrderOutcome.tsx'
import { useText } from '../text.ts'
import css from '../Usdt.module.css'

const POLL_MS = 3_000
/** The QR code is available a moment after the order. */
const FIRST_MS = 700

/** One top-up in yuan, from the code to the credit. It follows the provider automatically; leaving the page loses nothing. */
export function YuanOrder({ orderNo }: { orderNo: string }) {
  const t = useText()
  const navigate = useNavigate()
  const pace = useRef<number | undefined>(FIRST_MS)
  const query = useAsk(rechargeStatus, { orderNo }, { quiet: true, everyMs: pace.current })
  const order = query.data
  const over = order !== undefined && isSettled(order.status)
  const noCodeYet = order?.status === 'WAIT_PAY' && !order.qrContent
  pace.current = over ? undefined : noCodeYet ? FIRST_MS : POLL_MS
  const check = useCall(checkRecharge, {
    refreshes: [rechargeStatus],
    onDone: ({ status }) => {
      if (status !== 'SUCCESS') toast.info(t('funding.yuan.notSeen'))
    },
  })
  const credited = order?.creditTime !== undefined
  useEffect(() => {
    if (credited) void loadWallet().catch(() => {})
  }, [credited])
  useEffect(() => {
    if (over) dropOrder(orderNo)
  }, [over, orderNo])

  const again =
    order?.rail === 'UNIONPAY' ? paths.rechargeUnionPay : `${paths.rechargeOnline}?rail=${order?.rail ?? ''}`
  if (query.isError && !order) {
    return (
      <Empty
        icon="search"
        title={t('funding.usdt.missing')}
        text={query.error.refusal === 'not_found' ? t('funding.usdt.missingText') : query.error.says}
        action={<Button onClick={() => void navigate(paths.rechargeIndex)}>{t('funding.usdt.again')}</Button>}
      />
    )
  }
  if (!order) return <Skeleton height={460} radius={12} />
  const waits = order.status === 'WAIT_PAY' || order.status === 'WAIT_CODE'
  return (
    <div className={css.order}>
      <div className={css.main}>
        {over ? (
          <OrderOutcome order={order} again={again} />
        ) : (
          <Panel
            title={t('funding.yuan.title', { rail: rails[order.rail][langNow()] })}
            extra={
              waits && (
                <span className={css.validFor}>
                  {t('funding.yuan.validFor')}{' '}
                  <Countdown
                    key={order.expireTime}
                    seconds={(order.expireTime - serverNow()) / 1000}
                    onOver={() => refresh(rechargeStatus)}
                  />
                </span>
              )
            }
          >
            {order.rail === 'UNIONPAY' ? <BankCode order={order} /> : <PayYuan order={order} />}
          </Panel>
        )}
      </div>
      <div className={css.side}>
        <Panel title={t('funding.usdt.steps')}>
          <YuanSteps order={order} />
          {(order.status === 'WAIT_PAY' || order.status === 'PAYING' || order.status === 'EXPIRED') && (
            <div className={css.check}>
              <Button
                look={order.status === 'WAIT_PAY' ? 'primary' : 'plain'}
                wide
                icon="refresh"
                loading={check.isPending}
                onClick={() => check.mutate({ orderNo })}
              >
                {t('funding.yuan.check')}
              </Button>
            </div>
          )}
        </Panel>
        <Panel title={t('funding.usdt.tips')}>
          <ul className={css.tips}>
            {(['tipTime', 'tipAmount', 'tipLate', 'service'] as const).map((tip) => (
              <li key={tip}>{t(`funding.yuan.${tip}`)}</li>
            ))}
          </ul>
        </Panel>
      </div>
    </div>
  )
}

/** Ordered, paid, credited. */
function YuanSteps({ order }: { order: RechargeShown }) {
  const t = useText()
  const paid = order.payTime !== undefined
  const done = order.creditTime !== undefined
  const over = !done && ['EXPIRED', 'FAILED', 'MISMATCH', 'REVERSED'].includes(order.status)
  const steps: TimelineStep[] = [
    { key: 'made', state: 'done', title: t('funding.yuan.step.made'), time: showTime(order.createTime) },
    {
      key: 'pay',
      state: paid ? 'done' : over ? 'bad' : 'now',
      title: paid || over ? (paid ? t('funding.yuan.step.paid') : order.statusText) : order.statusText,
      text: !paid && (over ? order.failReason : t('funding.yuan.step.waitText')),
      time: order.payTime && showTime(order.payTime),
    },
    {
      key: 'credit',
      state: order.status === 'REVERSED' ? 'bad' : done ? 'done' : over && paid ? 'bad' : 'todo',
      title: done
        ? t('funding.usdt.step.credited', { amount: show(order.creditAmount) })
        : t('funding.usdt.step.credit'),
      text: (over || order.status === 'REVERSED') && paid && order.failReason,
      time: order.creditTime && showTime(order.creditTime),
    },
  ]
  return (
    <div aria-live="polite">
      <Timeline label={t('funding.usdt.steps')} steps={steps} />
    </div>
  )
}

/** The QR code and its amount. */
function PayYuan({ order }: { order: RechargeShown }) {
  const t = useText()
  const rail = rails[order.rail][langNow()]
  return (
    <div className={css.payTo}>
      <figure className={css.qr}>
        {order.qrContent ? (
          <Qr text={order.qrContent} size={220} label={t('funding.yuan.scan', { rail })} />
        ) : (
          <Skeleton width={220} height={220} radius={12} />
        )}
        <figcaption>{t('funding.yuan.scan', { rail })}</figcaption>
      </figure>
      <div className={css.payFacts}>
        <div className={css.copied}>
          <span className={css.label}>{t('funding.yuan.toPay')}</span>
          <strong className={css.big}>
            <Money cents={order.payAmount} unit="CNY" size="l" />
          </strong>
          <small>{t('funding.yuan.exactHint')}</small>
        </div>
        <Facts
          facts={[
            [t('funding.rail.fee'), <Money cents={order.fee} unit="CNY" />],
            [t('funding.yuan.rate'), order.rate],
            [t('funding.usdt.arrives'), <Money cents={order.creditAmount} strong />],
          ]}
        />
      </div>
    </div>
  )
}

/** The code texted by the bank; afterwards the bank processes the payment. */
function BankCode({ order }: { order: RechargeShown }) {
  const t = useText()
  const [code, setCode] = useState('')
  const confirm = useCall(checkRecharge, { quiet: true, refreshes: [rechargeStatus] })
  const facts = (
    <Facts
      facts={[
        [t('funding.yuan.card'), order.card?.mask ?? ''],
        [t('funding.yuan.toPay'), <Money cents={order.payAmount} unit="CNY" />],
        [t('funding.rail.fee'), <Money cents={order.fee} unit="CNY" />],
        [t('funding.usdt.arrives'), <Money cents={order.creditAmount} strong />],
      ]}
    />
  )
  if (order.status !== 'WAIT_CODE') {
    return (
      <>
        {facts}
        <p className={css.quiet} role="status">
          {t('funding.yuan.bankAtWork')}
        </p>
      </>
    )
  }
  const wrong =
    confirm.error?.fields.smsCode ?? (confirm.error?.refusal.startsWith('code') ? confirm.error.says : undefined)
  return (
    <CallForm
      loading={confirm.isPending}
      submitError={wrong ? undefined : confirm.error?.says}
      submit={t('funding.yuan.confirm')}
      submitOff={/^\d{6}$/.test(code) ? undefined : t('funding.yuan.codeFirst')}
      onSubmit={() =>
        confirm.mutate({ orderNo: order.orderNo, smsCode: code }, { onError: () => refresh(rechargeStatus) })
      }
      summary={facts}
    >
      <Field
        label={t('funding.yuan.code')}
        hint={t('funding.yuan.codeHint', { left: order.codeTriesLeft ?? 0 })}
        problem={wrong}
        required
      >
        {(wiring) => (
          <Input
            {...wiring}
            value={code}
            onChange={(typed) => {
              setCode(typed.replaceAll(/\D/g, '').slice(0, 6))
              confirm.reset() // the refusal concerned another code
            }}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
          />
        )}
      </Field>
    </CallForm>
  )
}
