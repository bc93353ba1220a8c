import { Link } from 'react-router'
import type { Call, Input, Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import { priceSeats } from '#contract/subaccounts/subaccounts.ts'
import { showDay } from '#web/parts/dates.ts'
import type { Form } from '#web/parts/forms/useForm.ts'
import { usePrice } from '#web/parts/forms/usePrice.ts'
import { Row } from '#web/ui/layout.tsx'
import { PriceLines } from '#web/ui/PriceLines.tsx'
import { paths } from '../paths.ts'
import { useText } from './text.ts'

/** The price of seats in a form that then charges it: what the form shows and whether it can be submitted. Without an input nothing is charged. */
export function useSeatPrice<C extends Call>(form: Form<C>, input: Input<typeof priceSeats> | undefined) {
  const t = useText()
  const { price, stale, refused, again } = usePrice(priceSeats, input)
  const isOld = form.refused?.refusal === 'quote_changed' || form.refused?.refusal === 'quote_expired'
  return {
    payable: price?.payable,
    isFree: price?.seats[0]?.free === 1,
    frame: {
      problem: isOld ? t('subaccounts.price.changed') : (form.submitError ?? refused?.says),
      submitOff: !input || (price?.enough && !stale) ? undefined : price && !stale ? t('subaccounts.price.short') : '…',
      summary: price && input && <SeatLines price={price} stale={stale} months={Number(input.months)} />,
    },
    charge: async (more: object = {}) => {
      const answer = await form.submit({ ...more, quoteId: price?.quoteId } as unknown as Partial<Input<C>>)
      again()
      return answer
    },
  }
}

/** The price of each seat, its end date, and the remaining wallet balance. */
function SeatLines({ price, stale, months }: { price: Output<typeof priceSeats>; stale: boolean; months: number }) {
  const t = useText()
  const { seats, payable, enough, walletBalance } = price
  return (
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
      note={
        <Row between gap={4} as="span">
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
        </Row>
      }
    />
  )
}
