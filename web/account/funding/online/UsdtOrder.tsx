import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { checkRecharge, rechargeStatus } from '#contract/funding/funding.ts'
import { refresh, useAsk, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { loadWallet } from '#web/parts/client/startUp.ts'
import { paths } from '#web/account/paths.ts'
import { isSettled } from '../OpenOrders.tsx'
import { dropOrder } from '../openOrders.ts'
import { OrderOutcome } from '../OrderOutcome.tsx'
import { OrderSteps } from './OrderSteps.tsx'
import { PayTo } from './PayTo.tsx'
import css from '../Usdt.module.css'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { useText } from '../text.ts'

const POLL_MS = 3_000

/** One top-up, from the address to the credit. It follows the chain by itself; leaving the page loses nothing. */
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
