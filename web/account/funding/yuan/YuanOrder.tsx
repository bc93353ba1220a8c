import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { checkRecharge, rails, rechargeStatus } from '#contract/funding/funding.ts'
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
import { BankCode } from './BankCode.tsx'
import { PayYuan } from './PayYuan.tsx'
import { YuanSteps } from './YuanSteps.tsx'
import css from '../Usdt.module.css'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'

const POLL_MS = 3_000
/** The code to scan comes a moment after the order. */
const FIRST_MS = 700

/** One top-up in yuan, from the code to the credit. It follows the provider by itself; leaving the page loses nothing. */
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
