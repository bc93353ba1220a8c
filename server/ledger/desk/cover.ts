import { ruleOf, type AccountCode } from '#contract/ledger/ledger.ts'
import { addedUp, centsOf, type CoverFound, type YuanRate } from '../proof/cover.ts'
import type { Sum } from '../reading/exploreQueries.ts'

type Lines = readonly (Pick<Sum, 'code' | 'currency'> & { balance: number })[]
const countsAs = (code: AccountCode): 'client' | 'cover' | undefined => {
  const { counts } = ruleOf(code)
  return counts === 'fee' ? undefined : counts
}

/** The amounts owed to customers and on their behalf, and the money that covers them, by account code. */
export function coverOf(lines: Lines, rate: YuanRate | undefined) {
  const codes = [...new Set(lines.map(({ code }) => code))].toSorted()
  return codes.flatMap((code) => {
    const counts = countsAs(code)
    const cents = lines
      .filter((line) => line.code === code)
      .reduce((sum, { balance, currency }) => sum + centsOf(balance, currency, rate), 0)
    return counts ? [{ code, counts, cents }] : []
  })
}

/** The position (1900) in each currency, credits less debits. */
export const positionIn = (lines: Lines): { currency: string; held: number }[] =>
  lines.filter(({ code }) => code === '1900').map(({ currency, balance }) => ({ currency, held: -balance }))

/** The same by currency. */
export function coverByCurrency(lines: Lines, rate: YuanRate | undefined): CoverFound {
  const currencies = [...new Set(lines.map(({ currency }) => currency))].toSorted()
  const sum = (currency: string, counts: 'client' | 'cover'): number =>
    lines.reduce(
      (all, line) => (line.currency === currency && countsAs(line.code) === counts ? all + line.balance : all),
      0,
    )
  return addedUp(
    currencies.map((currency) => ({ currency, owed: sum(currency, 'client'), covered: sum(currency, 'cover') })),
    rate,
  )
}

/** The form shown on the desk and stored with a proof. */
export const coverShown = ({ rate, currencies }: CoverFound) => ({
  rate: rate ? (rate.midMicros / 1_000_000).toFixed(4) : null,
  rateTime: rate?.at.getTime() ?? null,
  currencies: currencies.map((one) => ({ ...one, scale: one.currency === 'USDT' ? 6 : 2 })),
})
