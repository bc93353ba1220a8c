import { rechargeInfo, type Rail } from '#contract/funding/funding.ts'
import { parse, show } from '#contract/core/money.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useSettled } from '#web/parts/client/useSettled.ts'
import type { Terms } from '../payFor.ts'
import { useText } from '../text.ts'

/** A price is requested when the typing pauses, and again before it expires (it is valid for 15 minutes). */
const PAUSE_MS = 350
const RENEW_MS = 13 * 60_000

export type YuanQuote = {
  terms: Terms | undefined
  cents: number | undefined
  quote: Terms['quote']
  /** The problem with the amount, in words. */
  problem: string | undefined
  /** Above the limit in the texts: staff take over. */
  byService: boolean
  waiting: boolean
}

/** The binding price of the typed amount, in yuan. */
export function useYuanQuote(rail: Rail, typed: string): YuanQuote {
  const t = useText()
  const settled = useSettled(typed.trim(), PAUSE_MS)
  const terms = useAsk(rechargeInfo, { rail }, { quiet: true }).data
  const cents = parse(typed.trim())
  const enough = cents !== undefined && terms !== undefined && cents >= terms.minAmount
  const byService = enough && cents > (terms.displayMax ?? Infinity)
  const ready = enough && !byService && terms.enabled && settled === typed.trim()
  const priced = useAsk(
    rechargeInfo,
    { rail, ...(ready && { amount: cents }) },
    { quiet: true, enabled: ready, everyMs: RENEW_MS },
  )
  // A quote is valid for one order: while the next one loads, the last one is not used.
  const info = ready && !priced.isPlaceholderData && !priced.isFetching ? priced.data : undefined
  const problem =
    typed === ''
      ? undefined
      : cents === undefined
        ? t('funding.usdt.shape')
        : terms && !enough
          ? t('funding.rail.belowMin', { min: show(terms.minAmount, terms.payUnit) })
          : byService
            ? t('funding.handOver.above', { max: show(terms.displayMax ?? 0, terms.payUnit) })
            : terms && !terms.enabled
              ? t('funding.rail.closed')
              : (info?.overLimit?.msg ?? priced.error?.fields.amount)
  return { terms, cents, quote: info?.quote, problem, byService, waiting: ready && !info }
}
