import { useState } from 'react'
import { Link } from 'react-router'
import { rechargeStatus, settledStatuses, type RechargeStatus } from '#contract/funding/funding.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Countdown } from '#web/ui/Countdown.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { paths } from '../paths.ts'
import { startedOrders } from './openOrders.ts'
import css from './Funding.module.css'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { useText } from './text.ts'

export const isSettled = (status: RechargeStatus): boolean => (settledStatuses as readonly string[]).includes(status)

/** Unfinished orders: a lost page must not lead to paying twice. */
export function OpenOrders() {
  const [orders] = useState(startedOrders)
  return orders.map((orderNo) => <OpenOrder key={orderNo} orderNo={orderNo} />)
}

function OpenOrder({ orderNo }: { orderNo: string }) {
  const t = useText()
  const { data: order, isPending } = useAsk(rechargeStatus, { orderNo }, { quiet: true, everyMs: 10_000 })
  // What was started in this tab is open as a rule: its place is held, so that the page below stays where it is.
  if (isPending)
    return (
      <div className={css.openOrder} aria-hidden="true">
        <Skeleton height={22} />
      </div>
    )
  if (!order || isSettled(order.status)) return null
  const seconds = (order.expireTime - serverNow()) / 1000
  return (
    <Link
      className={css.openOrder}
      to={order.rail === 'UNIONPAY' ? `${paths.rechargeUnionPay}?order=${orderNo}` : paths.rechargeOrder(orderNo)}
    >
      <Row as="span" gap={3}>
        <Icon name="topup" />
        <span>
          <strong>{t('funding.open.title')}</strong> · {order.payAmountStr.replace(/\.?0+$/, '')} {order.payUnit} ·{' '}
          {order.statusText}
        </span>
        {(order.status === 'WAIT_PAY' || order.status === 'WAIT_CODE') && seconds > 0 && (
          <span>
            {t('funding.open.left')} <Countdown seconds={seconds} />
          </span>
        )}
        <Row as="span" gap={1} className={css.openGo}>
          {t('funding.open.go')}
          <Icon name="right" size={15} />
        </Row>
      </Row>
    </Link>
  )
}
