import { Link } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import type { priceSeats } from '#contract/subaccounts/subaccounts.ts'
import { showDay } from '#web/parts/dates.ts'
import { PriceLines } from '#web/ui/PriceLines.tsx'
import { paths } from '../paths.ts'
import { useText } from './text.ts'
import css from './Subaccounts.module.css'

/** The price of each seat, its end date, and the remaining wallet balance. */
export function SeatLines({
  price,
  stale,
  months,
}: {
  price: Output<typeof priceSeats>
  stale: boolean
  months: number
}) {
  const t = useText()
  const { seats, payable, enough, walletBalance } = price
  return (
    <>
      <PriceLines
        stale={stale}
        lines={seats.map((seat) => ({
          label: [
            seat.nickname,
            seat.free ? t('subaccounts.price.free') : t('subaccounts.price.seat', { months, count: months }),
          ]
            .filter(Boolean)
            .join(' · '),
          cents: seat.price,
        }))}
        total={{ label: t('subaccounts.price.total'), cents: payable }}
      />
      <p className={css.after}>
        <span>
          {t('subaccounts.price.until')}{' '}
          <b>{[...new Set(seats.map((seat) => showDay(seat.newExpireTime)))].join(', ')}</b>
        </span>
        {enough ? (
          payable > 0 && (
            <span>
              {t('subaccounts.price.after')} <b>{show(walletBalance - payable)}</b>
            </span>
          )
        ) : (
          <Link to={paths.rechargeIndex}>{t('subaccounts.price.short')}</Link>
        )}
      </p>
    </>
  )
}
