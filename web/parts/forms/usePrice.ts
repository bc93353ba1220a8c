/** Prices before charges: requested while the user types, renewed before they expire, charged once. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Call, Output, Input } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import { ask } from '../client/client.ts'
import { asRefused, type Refused } from '../client/refused.ts'
import type { Form } from './useForm.ts'
import { useSettled } from '../client/useSettled.ts'
import { langNow, useText } from '#web/text.ts'

const TYPING_MS = 300
/** A quote is valid for five minutes. */
const RENEW_MS = 240_000

export type Priced<P> = {
  price: P | undefined
  /** Why there is no price. */
  refused: Refused | undefined
  /** A newer one is loading. */
  stale: boolean
  again: () => void
}

export function usePrice<C extends Call>(
  call: C,
  input: Input<C> | undefined,
  { paused = false } = {},
): Priced<Output<C>> {
  const text = input === undefined ? undefined : JSON.stringify(input)
  const settled = useSettled(text, TYPING_MS)

  const asked = useRef<string>(undefined)
  const query = useQuery({
    queryKey: [call.path, 'price', settled, langNow()],
    queryFn: ({ signal }) => {
      const background = asked.current === settled
      asked.current = settled
      return ask(call, JSON.parse(settled!) as Input<C>, { signal, quiet: true, background })
    },
    enabled: settled !== undefined && !paused,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchInterval: RENEW_MS,
    refetchOnWindowFocus: false,
  })
  const known = text !== undefined
  const stale = known && (query.isFetching || query.isPlaceholderData || text !== settled)
  return {
    price: known ? (query.data as Output<C> | undefined) : undefined,
    refused: known && !stale ? asRefused(query.error) : undefined,
    stale,
    again: () => void query.refetch(),
  }
}

/**
 * Charges exactly the displayed price. While the outcome is unknown (no answer is not a failure), the form must not change: sent again, it is the same request,
 * which the server executes once.
 */
export function useCharge<C extends Call>(
  form: Form<C>,
  { price, stale, again }: Priced<{ quoteId: string; total: number }>,
) {
  const t = useText()
  const agreed = useRef<{ quoteId: string; expectTotal: number }>(undefined)
  const [was, setWas] = useState<{ total: number; values: string }>()
  const { refused } = form
  const values = JSON.stringify(form.values)
  const unsure = refused !== undefined && (refused.unknown || refused.refusal === 'in_progress')
  const repriced = refused?.refusal === 'quote_expired' || refused?.refusal === 'quote_changed'

  useEffect(() => {
    if (!repriced || !agreed.current) return
    setWas({ total: agreed.current.expectTotal, values })
    again()
    // Only when a new answer came.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [refused])

  const asksAgain = repriced && was !== undefined && was.values === values && price !== undefined && !stale
  const problem = unsure
    ? t('parts.price.unsure')
    : asksAgain
      ? was.total === price.total
        ? t('parts.price.renewed')
        : t('parts.price.changed', { from: show(was.total), to: show(price.total) })
      : repriced
        ? undefined
        : form.submitError
  return {
    unsure,
    problem,
    off: unsure ? undefined : stale ? t('parts.price.coming') : !price ? t('parts.price.needed') : undefined,
    /** `more`: what is sent beside the form's own values. */
    charge: (more?: Partial<Input<C>>) => {
      if (!unsure && price) agreed.current = { quoteId: price.quoteId, expectTotal: price.total }
      return form.submit({ ...more, ...agreed.current } as unknown as Partial<Input<C>>)
    },
  }
}
