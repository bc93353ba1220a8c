import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { openBatch, priceBatchOpening } from '#contract/cards/batches.ts'
import { cardRanges, type openCard, type priceOpening } from '#contract/cards/cards.ts'
import type { Input, Output } from '#contract/core/call.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import type { Form } from '#web/parts/forms/useForm.ts'
import { useCharge, usePrice } from '#web/parts/forms/usePrice.ts'
import { outside } from '../AmountField.tsx'

export type Segment = Output<typeof cardRanges>[number]
export type OpeningForm = Form<typeof openCard | typeof openBatch>

/** What opening one card and opening many have in common: a segment with its limits, the amount on each card, and the price of all. */
export function useOpening<P extends typeof priceOpening | typeof priceBatchOpening>(
  form: OpeningForm,
  price: P,
  /** What else the price depends on; undefined if it is not known yet. */
  more: Omit<Input<P>, 'vid' | 'amount'> | undefined,
) {
  const [search, setSearch] = useSearchParams()
  const ranges = useAsk(cardRanges, {}, { quiet: true })
  const segment = ranges.data?.find(({ vid, available }) => vid === form.values.vid && available)
  const first = ranges.data?.find(({ available }) => available)
  useEffect(() => {
    if (!segment && first) form.set({ vid: first.vid })
    // oxlint-disable-next-line react/exhaustive-deps
  }, [segment, first])

  const amount = form.cents('rechargeAmount')
  const amountProblem = segment && outside(amount, segment.minOpen, segment.maxOpen)
  const couponId = form.text('couponId') || undefined
  const input =
    segment && amount && !amountProblem && more ? { vid: segment.vid, amount, couponId, ...more } : undefined
  const priced = usePrice(price, input as Input<P> | undefined, { paused: form.refused?.unknown })

  function choose({ vid, billingCountry }: Segment) {
    // An address fits only its country.
    const moved = segment && segment.billingCountry !== billingCountry
    form.set({ vid, ...(moved && { street: '', city: '', state: '', zipCode: '' }) })
    const next = new URLSearchParams(search)
    next.set('vid', vid)
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return { form, ranges, segment, choose, amount, amountProblem, priced, ...useCharge(form, priced) }
}

export type Opening = ReturnType<typeof useOpening>
