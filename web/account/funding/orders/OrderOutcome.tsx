import { useNavigate } from 'react-router'
import type { RechargeShown } from '#contract/funding/funding.ts'
import { show } from '#contract/core/money.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Copied } from '#web/ui/forms/CopyButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts, Row, Stack } from '#web/ui/layout.tsx'
import { useReachable } from '#web/account/useReachable.ts'
import { paths } from '#web/account/paths.ts'
import { shortAmount } from '../payFor.ts'
import { useText } from '../text.ts'
import css from '../Funding.module.css'

/** The outcome in words, and the next steps. */
export function OrderOutcome({ order }: { order: RechargeShown }) {
  const t = useText()
  const navigate = useNavigate()
  const reachable = useReachable()
  const credited = order.creditTime !== undefined
  const words = order.payUnit === 'USDT' ? 'funding.usdt' : 'funding.yuan'
  // One USDT is one dollar, and its fee is shown in dollars.
  const feeUnit = order.payUnit === 'USDT' ? 'USD' : order.payUnit
  const amount = show(order.creditAmount)
  const again = order.rail === 'UNIONPAY' ? paths.rechargeUnionPay : `${paths.rechargeOnline}?rail=${order.rail}`
  const says = {
    SUCCESS: { tone: 'ok', title: t('funding.usdt.done.title'), text: t('funding.usdt.done.text', { amount }) },
    MISMATCH: {
      tone: 'warn',
      title: t('funding.usdt.mismatch.title'),
      text: t('funding.usdt.mismatch.text', {
        unit: order.payUnit,
        asked: shortAmount(order.payAmountStr),
        received: shortAmount(order.receivedStr ?? '0.00'),
      }),
    },
    EXPIRED: { tone: 'quiet', title: t(`${words}.expired.title`), text: t(`${words}.expired.text`) },
    OTHER: { tone: 'bad', title: t('funding.usdt.failed.title'), text: order.failReason ?? order.statusText },
  }[order.status === 'SUCCESS' || order.status === 'MISMATCH' || order.status === 'EXPIRED' ? order.status : 'OTHER']
  const more =
    order.status !== 'MISMATCH'
      ? undefined
      : credited
        ? t('funding.usdt.mismatchCredited', { amount })
        : order.failReason

  return (
    <Stack as="section" gap={2} className={css.outcome}>
      <span className={css.seal} data-tone={says.tone}>
        <Icon name={says.tone === 'ok' ? 'check' : says.tone === 'quiet' ? 'log' : 'warn'} size={26} />
      </span>
      <h2>{says.title}</h2>
      <p>{says.text}</p>
      {more && <p>{more}</p>}
      <div className={css.facts}>
        <Facts
          facts={[
            order.receivedStr && [t('funding.usdt.received'), `${shortAmount(order.receivedStr)} ${order.payUnit}`],
            credited && [t('funding.rail.fee'), <Money cents={order.fee} unit={feeUnit} />],
            credited && [t('funding.usdt.arrives'), <Money cents={order.creditAmount} strong />],
            order.txHash && [t('funding.usdt.txHash'), <Copied text={order.txHash} what={t('funding.usdt.txHash')} />],
            [t('funding.usdt.order'), <Copied text={order.orderNo} what={t('funding.usdt.order')} />],
          ]}
        />
      </div>
      <Row>
        {order.overIdentityLimit && (
          <Button look="primary" onClick={() => void navigate(paths.accountDialog('identity'))}>
            {t('funding.usdt.verify')}
          </Button>
        )}
        {credited && reachable(paths.cardOpen) && (
          <Button look="primary" icon="open" onClick={() => void navigate(paths.cardOpenFilled)}>
            {t('funding.usdt.toCards')}
          </Button>
        )}
        {credited && (
          <Button
            icon="ledger"
            onClick={() => void navigate({ pathname: paths.financeRecord, search: `?bizNo=${order.orderNo}` })}
          >
            {t('funding.usdt.toFlows')}
          </Button>
        )}
        <Button icon="topup" onClick={() => void navigate(again)}>
          {t('funding.usdt.again')}
        </Button>
      </Row>
    </Stack>
  )
}
