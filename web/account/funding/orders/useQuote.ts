import { parseUsdt, rechargeInfo, USDT_DIGITS, type Rail } from '#contract/funding/funding.ts'
import { parse, plain, show } from '#contract/core/money.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useSettled } from '#web/parts/client/useSettled.ts'
import type { Terms } from '../payFor.ts'
import { useText } from '../text.ts'

const PAUSE_MS = 350
/** Renewed before it expires: a price in USDT is valid for 5 minutes, one in yuan for 15. */
const RENEW_MS = { usdt: 4 * 60_000, yuan: 13 * 60_000 }

export type Quote = {
  terms: Terms | undefined
  /** The typed amount in hundredths, for customer service. */
  cents: number | undefined
  quote: Terms['quote']
  /** The least amount of one payment, in words. */
  min: string | undefined
  /** The problem with the amount, in words. */
  problem: string | undefined
  /** Above the limit in the texts: staff take over. */
  byService: boolean
  /** Above what the account may top up now: customer service can raise it. */
  overLimit: boolean
  waiting: boolean
}

/** The binding price of the typed amount: requested when the typing pauses. */
export function useQuote(rail: Rail, typed: string): Quote {
  const t = useText()
  const usdt = rail === 'USDT_TRC20'
  const text = typed.trim()
  const settled = useSettled(text, PAUSE_MS)
  const terms = useAsk(rechargeInfo, { rail }, { quiet: true }).data
  // USDT has six decimals, yuan two.
  const amount = usdt ? parseUsdt(text) : parse(text)
  const least = (terms?.minAmount ?? 0) * (usdt ? 10 ** (USDT_DIGITS - 2) : 1)
  const enough = amount !== undefined && terms !== undefined && amount >= least
  const byService = enough && !usdt && amount > (terms.displayMax ?? Infinity)
  const ready = enough && !byService && terms.enabled && settled === text
  const priced = useAsk(
    rechargeInfo,
    { rail, ...(ready && (usdt ? { amountStr: settled } : { amount })) },
    { quiet: true, enabled: ready, everyMs: RENEW_MS[usdt ? 'usdt' : 'yuan'] },
  )
  // A quote is valid for one order: while the next one loads, the last one is not used.
  const info = ready && !priced.isPlaceholderData && !priced.isFetching ? priced.data : undefined
  const min = terms && (usdt ? plain(terms.minAmount) : show(terms.minAmount, terms.payUnit))

  const problem = (): string | undefined => {
    if (typed === '') return undefined
    if (amount === undefined) return t('funding.usdt.shape')
    if (!terms) return undefined
    if (!enough) return t(usdt ? 'funding.usdt.belowMin' : 'funding.rail.belowMin', { min: min ?? '' })
    if (byService) return t('funding.handOver.above', { max: show(terms.displayMax ?? 0, terms.payUnit) })
    if (!terms.enabled) return t('funding.rail.closed')
    return info?.overLimit?.msg ?? priced.error?.fields[usdt ? 'amountStr' : 'amount']
  }
  return {
    terms,
    cents: parse(text),
    quote: info?.quote,
    min,
    problem: problem(),
    byService,
    overLimit: info?.overLimit !== undefined,
    waiting: ready && !info,
  }
}
