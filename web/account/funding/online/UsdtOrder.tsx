import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { checkRecharge, rechargeStatus, type RechargeShown } from '#contract/funding/funding.ts'
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
import { showTime } from '#web/parts/dates.ts'
import { Timeline, type TimelineStep } from '#web/ui/Timeline.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { isSettled } from '../OpenOrders.tsx'
import { dropOrder } from '../openOrders.ts'
import { OrderOutcome } from '../OrderOutcome.tsx'
import { useText } from '../text.ts'
import { percent } from '../RailCard.tsx'
import { shortAmount } from '../payFor.ts'
import { NetworkWarning } from './UsdtForm.tsx'
import css from '../Usdt.module.css'

const POLL_MS = 3_000

/** One top-up, from the address to the credit. It follows the chain automatically; leaving the page loses nothing. */
export function UsdtOrder({ orderNo }: { orderNo: string }) {
  const t = useText()
  const navigate = useNavigate()
  const settled = useRef(false)
  const query = useAsk(rechargeStatus, { orderNo }, { quiet: true, everyMs: settled.current ? undefined : POLL_MS })
  const order = query.data
  settled.current = order !== undefined && isSettled(order.status)
  const check = useCall(checkRecharge, {
    refreshes: [rechargeStatus],
    onDone: ({ status }) => {
      if (status === 'WAIT_PAY' || status === 'EXPIRED') toast.info(t('funding.usdt.notSeen'))
    },
  })
  const credited = order?.creditTime !== undefined
  useEffect(() => {
    if (credited) void loadWallet().catch(() => {})
  }, [credited])
  useEffect(() => {
    if (order && isSettled(order.status)) dropOrder(order.orderNo)
  }, [order])

  if (query.isError && !order) {
    return (
      <Empty
        icon="search"
        title={t('funding.usdt.missing')}
        text={query.error.refusal === 'not_found' ? t('funding.usdt.missingText') : query.error.says}
        action={<Button onClick={() => void navigate(paths.rechargeOnline)}>{t('funding.usdt.again')}</Button>}
      />
    )
  }
  if (!order) return <Skeleton height={460} radius={12} />

  const payable = order.status === 'WAIT_PAY'
  return (
    <div className={css.order}>
      <div className={css.main}>
        {isSettled(order.status) && <OrderOutcome order={order} />}
        {!isSettled(order.status) && (
          <Panel
            title={t('funding.usdt.title')}
            extra={
              payable && (
                <span className={css.validFor}>
                  {t('funding.usdt.validFor')}{' '}
                  <Countdown
                    key={order.expireTime}
                    seconds={(order.expireTime - serverNow()) / 1000}
                    onOver={() => refresh(rechargeStatus)}
                  />
                </span>
              )
            }
          >
            <PayTo order={order} />
          </Panel>
        )}
      </div>
      <div className={css.side}>
        <Panel title={t('funding.usdt.steps')}>
          <OrderSteps order={order} />
          {(payable || order.status === 'EXPIRED') && (
            <div className={css.check}>
              <Button
                look="primary"
                wide
                icon="refresh"
                loading={check.isPending}
                onClick={() => check.mutate({ orderNo })}
              >
                {t('funding.usdt.check')}
              </Button>
            </div>
          )}
        </Panel>
        <Panel title={t('funding.usdt.tips')}>
          <ul className={css.tips}>
            {(['tipTime', 'tipAmount', 'tipLate', 'tipToken', 'service'] as const).map((tip) => (
              <li key={tip}>{t(`funding.usdt.${tip}`)}</li>
            ))}
          </ul>
        </Panel>
      </div>
    </div>
  )
}

/** Steps: waiting, seen with its confirmations, credited. */
function OrderSteps({ order }: { order: RechargeShown }) {
  const t = useText()
  const seen = order.txHash !== undefined
  const done = order.creditTime !== undefined
  const over = !done && ['EXPIRED', 'FAILED', 'MISMATCH', 'REVERSED'].includes(order.status)
  const needed = order.required ?? 20
  const confirmed = Math.min(order.confirmations ?? 0, needed)
  const steps: TimelineStep[] = [
    {
      key: 'wait',
      state: seen || done ? 'done' : over ? 'bad' : 'now',
      title: seen || done ? t('funding.usdt.step.seen') : over ? order.statusText : t('funding.usdt.step.wait'),
      text: !seen && !over && t('funding.usdt.step.waitText'),
      time: order.payTime && showTime(order.payTime),
    },
    {
      key: 'confirm',
      state: done || (seen && confirmed >= needed) ? 'done' : seen ? 'now' : 'todo',
      title: t('funding.usdt.step.confirm', { done: done ? needed : confirmed, needed }),
      text: seen && !done && !over && (
        <>
          <progress className={css.progress} max={needed} value={confirmed} aria-label={t('funding.usdt.step.seen')} />
          {t('funding.usdt.step.confirmText')}
        </>
      ),
    },
    {
      key: 'credit',
      state: done ? 'done' : over && seen ? 'bad' : 'todo',
      title: done
        ? t('funding.usdt.step.credited', { amount: show(order.creditAmount) })
        : t('funding.usdt.step.credit'),
      text: over && seen && order.failReason,
      time: order.creditTime && showTime(order.creditTime),
    },
  ]
  return (
    <div aria-live="polite">
      <Timeline label={t('funding.usdt.steps')} steps={steps} />
    </div>
  )
}

/** The address and the exact amount: the two things people copy. */
function PayTo({ order }: { order: RechargeShown }) {
  const t = useText()
  const address = order.address ?? ''
  const due = order.remainingStr ?? order.payAmountStr
  const feeBps = order.payAmount > 0 ? Math.round((order.fee / order.payAmount) * 10_000) : 0
  return (
    <div className={css.payTo}>
      <figure className={css.qr}>
        <Qr text={order.qrContent ?? address} size={220} label={`${t('funding.usdt.address')} ${address}`} />
        <figcaption>{t('funding.usdt.scan')}</figcaption>
      </figure>
      <div className={css.payFacts}>
        <Copied
          label={t(order.remainingStr ? 'funding.usdt.remaining' : 'funding.usdt.exact')}
          text={shortAmount(due)}
          hint={
            order.remainingStr
              ? t('funding.usdt.remainingHint', { received: shortAmount(order.receivedStr ?? '0.00') })
              : t('funding.usdt.exactHint')
          }
        >
          <strong className={css.exact}>{shortAmount(due)}</strong> USDT
        </Copied>
        <Copied label={t('funding.usdt.address')} text={address}>
          <Address address={address} />
        </Copied>
        <Facts
          facts={[
            [t('funding.usdt.network'), <b>{order.network ?? 'TRC20'}</b>],
            [t('funding.usdt.fee', { rate: percent(feeBps) }), <Money cents={order.fee} />],
            [t('funding.usdt.arrives'), <Money cents={order.creditAmount} strong />],
          ]}
        />
        <NetworkWarning />
      </div>
    </div>
  )
}

function Copied({
  label,
  text,
  hint,
  children,
}: {
  label: string
  text: string
  hint?: string
  children: React.ReactNode
}) {
  return (
    <div className={css.copied}>
      <span className={css.label}>{label}</span>
      <div className={css.copyBox}>
        <span>{children}</span>
        <CopyButton text={text} what={label} />
      </div>
      {hint && <small>{hint}</small>}
    </div>
  )
}

/** Highlights both ends, because people compare those. */
function Address({ address }: { address: string }) {
  return (
    <span className={css.address}>
      <b>{address.slice(0, 6)}</b>
      {address.slice(6, -6)}
      <b>{address.slice(-6)}</b>
    </span>
  )
}
