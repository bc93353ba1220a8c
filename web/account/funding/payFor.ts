import type { Output } from '#contract/core/call.ts'
import type { rechargeInfo } from '#contract/funding/funding.ts'
import { parse, percentOf, share, type Cents } from '#contract/core/money.ts'

export type Terms = Output<typeof rechargeInfo>
/** Hundredths of the payment currency, `arrives` and `cost` in US cents. */
export type Way = { pay: Cents; fee: Cents; arrives: Cents; cost: Cents; raised: boolean }

/** Returns the payment needed for `want` to arrive, and the cost beyond it, at the mid-market rate. The binding price is the quote's. */
export function payFor(want: Cents, terms: Terms): Way | undefined {
  const [fen, mid] = [parse(terms.rate ?? '', 6), parse(terms.midRate ?? '', 6)]
  if (!fen || !mid || want <= 0) return undefined
  const arrivesFor = (pay: Cents): { fee: Cents; arrives: Cents } => {
    const fee = percentOf(pay, terms.feeBps, 'half-up') + terms.feeFixed
    return { fee, arrives: share(Math.max(0, pay - fee), 1_000_000, fen, 'floor') }
  }
  const net = share(want, fen, 1_000_000, 'ceil')
  let needed = share(net + terms.feeFixed, 10_000, 10_000 - terms.feeBps, 'ceil')
  // Rounding of fee and credit may leave it a cent short or a cent over.
  while (arrivesFor(needed).arrives < want) needed++
  while (needed > 1 && arrivesFor(needed - 1).arrives >= want) needed--
  const pay = Math.max(needed, terms.minAmount)
  const { fee, arrives } = arrivesFor(pay)
  return { pay, fee, arrives, cost: share(pay, 1_000_000, mid, 'half-up') - arrives, raised: pay > needed }
}

/** Cheapest per arriving dollar first; unpriced methods keep their order at the end. */
export const cheapestFirst = <T extends { way: Way | undefined }>(ways: readonly T[]): T[] =>
  ways.toSorted((a, b) => perDollar(a.way) - perDollar(b.way))

const perDollar = (way: Way | undefined): number => (way ? way.cost / way.arrives : Infinity)

/** Drops trailing zeros beyond cents. */
export const shortAmount = (text: string): string => text.replace(/(\.\d\d\d*?)0+$/, '$1')
