import { QRCode } from 'antd'
import type { RechargeShown } from '#contract/funding/funding.ts'
import { Antd } from '#web/parts/Antd.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/dialogs/Panel.tsx'
import { NetworkWarning } from './UsdtForm.tsx'
import { percent } from '../RailCard.tsx'
import { shortAmount } from '../payFor.ts'
import { useText } from '../text.ts'
import css from '../Usdt.module.css'

/** Where to send, and exactly how much: the two things that are copied. */
export function PayTo({ order }: { order: RechargeShown }) {
  const t = useText()
  const address = order.address ?? ''
  const due = order.remainingStr ?? order.payAmountStr
  const feeBps = order.payAmount > 0 ? Math.round((order.fee / order.payAmount) * 10_000) : 0
  return (
    <div className={css.payTo}>
      <figure className={css.qr}>
        {/* Dark on white in both themes: not every camera reads it the other way round. */}
        <Antd>
          <QRCode
            value={order.qrContent ?? address}
            size={196}
            color="#0e1b1d"
            bgColor="#ffffff"
            type="svg"
            bordered={false}
            aria-label={`${t('funding.usdt.address')} ${address}`}
          />
        </Antd>
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

/** The ends are what people compare; they stand out. */
function Address({ address }: { address: string }) {
  return (
    <span className={css.address}>
      <b>{address.slice(0, 6)}</b>
      {address.slice(6, -6)}
      <b>{address.slice(-6)}</b>
    </span>
  )
}
