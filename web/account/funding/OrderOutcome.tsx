import { useNavigate } from 'react-router'
import type { RechargeShown } from '#contract/funding/funding.ts'
import { show } from '#contract/core/money.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { useReachable } from '../useReachable.ts'
import { paths } from '../paths.ts'
import { shortAmount } from './payFor.ts'
import { useText } from './text.ts'
import css from './Usdt.module.css'

/** The outcome in words, and the next steps. */
export function OrderOutcome({ order, again = paths.rechargeOnline }: { order: RechargeShown; again?: string }) {
  const t = useText()
  const navigate = useNavigate()
  const reachable = useReachable()
  const credited = order.creditTime !== undefined
  // One USDT is one dollar, and its fee is shown in dollars.
  const feeUnit = order.payUnit === 'USDT' ? 'USD' : order.payUnit
  const amount = show(order.creditAmount)
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
    EXPIRED:
      order.payUnit === 'USDT'
        ? { tone: 'quiet', title: t('funding.usdt.expired.title'), text: t('funding.usdt.expired.text') }
        : { tone: 'quiet', title: t('funding.yuan.expired.title'), text: t('funding.yuan.expired.text') },
    OTHER: { tone: 'bad', title: t('funding.usdt.failed.title'), text: order.failReason ?? order.statusText },
  }[order.status === 'SUCCESS' || order.status === 'MISMATCH' || order.status === 'EXPIRED' ? order.status : 'OTHER']
  const more =
    order.status !== 'MISMATCH'
      ? undefined
      : credited
        ? t('funding.usdt.mismatchCredited', { amount })
        : order.failReason

  return (
    <section className={css.outcome} data-tone={says.tone}>
      <span className={css.outcomeMark}>
        <Icon name={says.tone === 'ok' ? 'check' : says.tone === 'quiet' ? 'log' : 'warn'} size={26} />
      </span>
      <h2>{says.title}</h2>
      <p>{says.text}</p>
      {more && <p>{more}</p>}
      <div className={css.outcomeFacts}>
        <Facts
          facts={[
            ...(order.receivedStr
              ? [[t('funding.usdt.received'), `${shortAmount(order.receivedStr)} ${order.payUnit}`] as const]
              : []),
            ...(credited
              ? ([
                  [t('funding.rail.fee'), <Money cents={order.fee} unit={feeUnit} />],
                  [t('funding.usdt.arrives'), <Money cents={order.creditAmount} strong />],
                ] as const)
              : []),
            ...(order.txHash
              ? [[t('funding.usdt.txHash'), <Copyable text={order.txHash} what={t('funding.usdt.txHash')} />] as const]
              : []),
            [t('funding.usdt.order'), <Copyable text={order.orderNo} what={t('funding.usdt.order')} />],
          ]}
        />
      </div>
      <div className={css.outcomeWays}>
        {order.overIdentityLimit && (
          <Button look="primary" onClick={() => void navigate(paths.accountDialog('identity'))}>
            {t('funding.usdt.verify')}
          </Button>
        )}
        {credited && reachable(paths.cardOpen) && (
          <Button look="primary" icon="open" onClick={() => void navigate(paths.cardOpen)}>
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
      </div>
    </section>
  )
}

function Copyable({ text, what }: { text: string; what: string }) {
  return (
    <span className={css.copyable}>
      {text}
      <CopyButton text={text} what={what} />
    </span>
  )
}
