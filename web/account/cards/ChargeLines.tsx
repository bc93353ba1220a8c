import { Link } from 'react-router'
import { show, type Cents } from '#contract/core/money.ts'
import { PriceLines } from '#web/ui/PriceLines.tsx'
import { useReachable } from '../useReachable.ts'
import { paths } from '../paths.ts'
import { LazyAsk } from '../subaccounts/asks/LazyAsk.tsx'
import { showRate } from './cardTones.ts'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import type { Priced } from '#web/parts/forms/usePrice.ts'
import { useText } from './text.ts'
import css from './Price.module.css'

type Price = {
  openFee?: Cents
  amount: Cents
  serviceFee: Cents
  couponOff: Cents
  total: Cents
  walletBalance: Cents | null
  popStatus: 0 | 1
  popMsg: string
}

/** The price line by line, and the wallet before and after it. */
export function ChargeLines({
  priced: { price, stale },
  feeBps,
  openFee = price?.openFee !== undefined,
}: {
  priced: Pick<Priced<Price>, 'price' | 'stale'>
  feeBps?: number | undefined
  /** A line for the opening fee, also while there is no price. */
  openFee?: boolean
}) {
  const t = useText()
  const reachable = useReachable()
  const after = price && price.walletBalance !== null ? price.walletBalance - price.total : undefined
  return (
    <Stack gap={2}>
      <PriceLines
        stale={stale}
        lines={[
          ...(openFee ? [{ label: t('cards.price.openFee'), cents: price?.openFee ?? 0 }] : []),
          { label: t('cards.price.amount'), cents: price?.amount ?? 0 },
          {
            label:
              feeBps === undefined
                ? t('cards.price.serviceFee')
                : t('cards.price.serviceFeeRate', { rate: showRate(feeBps) }),
            cents: price?.serviceFee ?? 0,
          },
          ...(price?.couponOff ? [{ label: t('cards.price.coupon'), cents: price.couponOff, minus: true }] : []),
        ]}
        total={{ label: t('cards.price.total'), cents: price?.total ?? 0 }}
      />
      {after !== undefined && (
        <div className={css.wallet} data-short={after < 0} aria-busy={stale}>
          <Row between>
            <Muted>{t('cards.price.before')}</Muted> <b>{show(price!.walletBalance!)}</b>
          </Row>
          <Row between>
            <Muted>{t('cards.price.after')}</Muted> <b>{show(after)}</b>
          </Row>
        </div>
      )}
      {price?.walletBalance === null && <Muted as="p">{t('cards.price.sub')}</Muted>}
      {price?.popStatus === 1 && (
        <Note tone="warn">
          {price.popMsg}{' '}
          {reachable(paths.rechargeIndex) && <Link to={paths.rechargeIndex}>{t('cards.price.short')}</Link>}
        </Note>
      )}
      {price?.popStatus === 1 && <LazyAsk refused={{ refusal: 'insufficient_wallet', data: {} }} />}
    </Stack>
  )
}
