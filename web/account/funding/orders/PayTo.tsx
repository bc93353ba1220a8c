import type { ReactNode } from 'react'
import { rails, type RechargeShown } from '#contract/funding/funding.ts'
import { Qr } from '#web/ui/charts/Qr.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Facts, Muted, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { langNow } from '#web/text.ts'
import { shortAmount } from '../payFor.ts'
import { percent } from '../RailTable.tsx'
import { useText } from '../text.ts'
import { NetworkWarning } from './PriceForm.tsx'
import css from '../Funding.module.css'

/** The QR code to scan, and beside it what is paid. */
function PayTo({
  code,
  name,
  scan,
  children,
}: {
  /** Absent until the provider has made it. */
  code: string | undefined
  name: string
  scan: string
  children: ReactNode
}) {
  return (
    <div className={css.payTo}>
      <Stack gap={2} className={css.qr}>
        {code ? <Qr text={code} label={name} size={220} /> : <Skeleton width={220} height={220} radius={12} />}
        <Muted as="p">{scan}</Muted>
      </Stack>
      <Stack gap={4}>{children}</Stack>
    </div>
  )
}

/** The address and the exact amount: the two things people copy. */
export function PayUsdt({ order }: { order: RechargeShown }) {
  const t = useText()
  const address = order.address ?? ''
  const due = shortAmount(order.remainingStr ?? order.payAmountStr)
  const feeBps = order.payAmount > 0 ? Math.round((order.fee / order.payAmount) * 10_000) : 0
  return (
    <PayTo
      code={order.qrContent ?? address}
      name={`${t('funding.usdt.address')} ${address}`}
      scan={t('funding.usdt.scan')}
    >
      <ToCopy
        label={t(order.remainingStr ? 'funding.usdt.remaining' : 'funding.usdt.exact')}
        text={due}
        hint={
          order.remainingStr
            ? t('funding.usdt.remainingHint', { received: shortAmount(order.receivedStr ?? '0.00') })
            : t('funding.usdt.exactHint')
        }
      >
        <strong>{due}</strong> USDT
      </ToCopy>
      <ToCopy label={t('funding.usdt.address')} text={address}>
        {/* People compare both ends. */}
        <span className={css.address}>
          <b>{address.slice(0, 6)}</b>
          {address.slice(6, -6)}
          <b>{address.slice(-6)}</b>
        </span>
      </ToCopy>
      <Facts
        facts={[
          [t('funding.usdt.network'), <b>{order.network ?? 'TRC20'}</b>],
          [t('funding.usdt.fee', { rate: percent(feeBps) }), <Money cents={order.fee} />],
          [t('funding.usdt.arrives'), <Money cents={order.creditAmount} strong />],
        ]}
      />
      <NetworkWarning />
    </PayTo>
  )
}

function ToCopy({ label, text, hint, children }: { label: string; text: string; hint?: string; children: ReactNode }) {
  return (
    <Stack gap={1}>
      <Muted>{label}</Muted>
      <div className={css.copyBox}>
        <span>{children}</span>
        <CopyButton text={text} what={label} />
      </div>
      {hint && <Muted>{hint}</Muted>}
    </Stack>
  )
}

/** The amount is in the code. */
export function PayYuan({ order }: { order: RechargeShown }) {
  const t = useText()
  const scan = t('funding.yuan.scan', { rail: rails[order.rail][langNow()] })
  return (
    <PayTo code={order.qrContent} name={scan} scan={scan}>
      <Stack gap={1}>
        <Muted>{t('funding.yuan.toPay')}</Muted>
        <Money cents={order.payAmount} unit="CNY" size="xl" />
        <Muted>{t('funding.yuan.exactHint')}</Muted>
      </Stack>
      <Facts
        facts={[
          [t('funding.rail.fee'), <Money cents={order.fee} unit="CNY" />],
          [t('funding.yuan.rate'), order.rate],
          [t('funding.usdt.arrives'), <Money cents={order.creditAmount} strong />],
        ]}
      />
    </PayTo>
  )
}
