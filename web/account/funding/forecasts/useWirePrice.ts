import type { Output } from '#contract/core/call.ts'
import { checks } from '#contract/core/checks.ts'
import { wireAmount, type listForecasts } from '#contract/funding/forecasts.ts'
import { parse, show } from '#contract/core/money.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'

type Terms = Output<typeof listForecasts>['terms']

/** What arrives of a typed amount, and what is wrong with it. */
export function useWirePrice(typed: string, terms: Terms | undefined) {
  const t = useText()
  const cents = parse(typed)
  const some = cents !== undefined && cents > 0
  const price = useAsk(wireAmount, { amount: cents ?? 0 }, { quiet: true, enabled: some, keep: true }).data
  const low = terms !== undefined && cents !== undefined && cents < terms.minAmount
  const min = terms && show(terms.minAmount)
  const problem =
    typed !== '' && cents === undefined
      ? checks.amount_shape[langNow()]
      : low
        ? t('forecasts.field.belowMin', { min: min ?? '' })
        : undefined
  return {
    cents,
    price: some ? price : undefined,
    free: terms?.feeBps === 0 && terms.feeFixed === 0,
    hint: min && t('forecasts.field.amountHint', { min }),
    problem,
  }
}
