import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { checkRecharge, rails, rechargeStatus } from '#contract/funding/funding.ts'
import { refresh, useAsk, useCall } from '#web/parts/client/queries.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { loadWallet } from '#web/parts/client/startUp.ts'
import { Countdown } from '#web/ui/Countdown.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { paths } from '#web/account/paths.ts'
import { langNow } from '#web/text.ts'
import { isSettled } from '../OpenOrders.tsx'
import { dropOrder } from '../openOrders.ts'
import { useText } from '../text.ts'
import { BankCode } from './BankCode.tsx'
import { OrderOutcome } from './OrderOutcome.tsx'
import { OrderSteps } from './orderSteps.tsx'
import { PayUsdt, PayYuan } from './PayTo.tsx'
import css from '../Funding.module.css'

const POLL_MS = 3_000
/** The QR code of a payment in yuan is available a moment after the order. */
const FIRST_MS = 700

const tips = {
  usdt: ['usdt.tipTime', 'usdt.tipAmount', 'usdt.tipLate', 'usdt.tipToken', 'usdt.service'],
  yuan: ['yuan.tipTime', 'yuan.tipAmount', 'yuan.tipLate', 'yuan.service'],
} as const

/** One top-up, from the address or the code to the credit. It is followed automatically; leaving the page loses nothing. */
export function Order({ orderNo }: { orderNo: string }) {
  const t = useText()
  const navigate = useNavigate()
  const pace = useRef<number | undefined>(FIRST_MS)
  const query = useAsk(rechargeStatus, { orderNo }, { quiet: true, everyMs: pace.current })
  const order = query.data
  const over = order !== undefined && isSettled(order.status)
  const noCodeYet = order?.status === 'WAIT_PAY' && !order.qrContent && !order.address
  pace.current = over ? undefined : noCodeYet ? FIRST_MS : POLL_MS
  const kind = order?.rail === 'USDT_TRC20' ? 'usdt' : 'yuan'
  const check = useCall(checkRecharge, {
    refreshes: [rechargeStatus],
    onDone: ({ status }) => {
      if (['WAIT_PAY', 'PAYING', 'EXPIRED'].includes(status)) toast.info(t(`funding.${kind}.notSeen`))
    },
  })
  const credited = order?.creditTime !== undefined
  useEffect(() => {
    if (credited) void loadWallet().catch(() => {})
  }, [credited])
  useEffect(() => {
    if (over) dropOrder(orderNo)
  }, [over, orderNo])

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
  const { status } = order
  const Pay = kind === 'usdt' ? PayUsdt : order.rail === 'UNIONPAY' ? BankCode : PayYuan
  return (
    <div className={css.columns}>
      {over ? (
        <OrderOutcome order={order} />
      ) : (
        <Panel
          title={t(`funding.${kind}.title`, { rail: rails[order.rail][langNow()] })}
          extra={
            (status === 'WAIT_PAY' || status === 'WAIT_CODE') && (
              <Row as="span" align="baseline" className={css.validFor}>
                {t(`funding.${kind}.validFor`)}
                <Countdown
                  key={order.expireTime}
                  seconds={(order.expireTime - serverNow()) / 1000}
                  onOver={() => refresh(rechargeStatus)}
                />
              </Row>
            )
          }
        >
          <Pay order={order} />
        </Panel>
      )}
      <Stack gap={4}>
        <Panel title={t('funding.usdt.steps')}>
          <Stack gap={5}>
            <OrderSteps order={order} />
            {(status === 'WAIT_PAY' || status === 'EXPIRED' || (kind === 'yuan' && status === 'PAYING')) && (
              <Button
                look={status === 'PAYING' ? 'plain' : 'primary'}
                wide
                icon="refresh"
                loading={check.isPending}
                onClick={() => check.mutate({ orderNo })}
              >
                {t(`funding.${kind}.check`)}
              </Button>
            )}
          </Stack>
        </Panel>
        <Panel title={t('funding.usdt.tips')}>
          <ul className={css.bullets}>
            {tips[kind].map((tip) => (
              <li key={tip}>{t(`funding.${tip}`)}</li>
            ))}
          </ul>
        </Panel>
      </Stack>
    </div>
  )
}
