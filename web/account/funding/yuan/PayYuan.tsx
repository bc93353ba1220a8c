import { QRCode } from 'antd'
import { rails, type RechargeShown } from '#contract/funding/funding.ts'
import { Antd } from '#web/parts/Antd.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'
import css from '../Usdt.module.css'

/** The code to scan, and how much it asks for. */
export function PayYuan({ order }: { order: RechargeShown }) {
  const t = useText()
  const rail = rails[order.rail][langNow()]
  return (
    <div className={css.payTo}>
      <figure className={css.qr}>
        {order.qrContent ? (
          // Dark on white in both themes: not every camera reads it the other way round.
          <Antd>
            <QRCode
              value={order.qrContent}
              size={196}
              color="#0e1b1d"
              bgColor="#ffffff"
              type="svg"
              bordered={false}
              aria-label={t('funding.yuan.scan', { rail })}
            />
          </Antd>
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
