import { currencies, share, type Currency } from '#contract/core/money.ts'

/** US dollars for one unit of a currency, as an average. Fixed in tests and while the demo's history is written. */
const rates = {
  USD: '1',
  EUR: '1.0832',
  GBP: '1.2714',
  CNY: '0.139215',
  HKD: '0.128433',
  JPY: '0.006491',
  AUD: '0.6558',
  CAD: '0.7182',
  KRW: '0.000712',
  INR: '0.011894',
  IDR: '0.000062',
} as const satisfies Record<Currency, string>

export const knowsCurrency = (currency: string): currency is Currency => Object.hasOwn(rates, currency)

/** Returns US dollars for one unit of a currency at a moment, with six decimals. */
export type RateAt = (currency: Currency, atMs: number) => string

export const fixedRate: RateAt = (currency) => rates[currency]

const HOUR_MS = 3_600_000
/**
 * Rates that vary by up to 0.6 % around the average: slowly over days and quickly within hours, each currency with its own rhythm. A pure function of time, so
 * that a restart changes nothing.
 */
export const movingRate: RateAt = (currency, atMs) => {
  if (currency === 'USD') return rates.USD
  const phase = [...currency].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 97
  const hours = atMs / HOUR_MS
  const drift = 0.004 * Math.sin(hours / 11 + phase) + 0.002 * Math.sin(hours / 1.3 + 2 * phase)
  return (Number(rates[currency]) * (1 + drift)).toFixed(6)
}

/** The average mid-market rate: units of a currency for one US dollar. */
const BETWEEN_BANKS: Record<string, number> = { CNY: 7.2 }

/** Returns the quote of a rate source, with four decimals; undefined for a currency that it does not list. */
export function betweenBanks(currency: string, atMs: number, moves: boolean): string | undefined {
  const middle = BETWEEN_BANKS[currency]
  if (middle === undefined) return undefined
  const hours = atMs / HOUR_MS
  const drift = moves ? 0.0025 * Math.sin(hours / 9) + 0.0008 * Math.sin(hours / 0.7) : 0
  return (middle * (1 + drift)).toFixed(moves ? 4 : 2)
}

/** Returns the conversion fields that the network adds to a message about `amount` minor units of the merchant's currency. */
export function converted(
  amount: number,
  currency: Currency,
  rate: string = rates[currency],
): { amountCents: number; merchantAmount: number; merchantCurrency: string; rate?: string } {
  if (currency === 'USD') return { amountCents: amount, merchantAmount: amount, merchantCurrency: 'USD' }
  const amountCents = share(amount, millionths(rate), 10_000 * 10 ** currencies[currency].digits, 'half-up')
  return { amountCents, merchantAmount: amount, merchantCurrency: currency, rate }
}

/** The reverse: converts `amountCents` of a card to the merchant's currency, when only a part is cleared. */
export function merchantPart(amountCents: number, whole: { amountCents: number; merchantAmount: number }): number {
  return whole.amountCents === 0 ? amountCents : share(amountCents, whole.merchantAmount, whole.amountCents, 'half-up')
}

const millionths = (rate: string): number => {
  const [whole, part = ''] = rate.split('.')
  return Number(whole + part.padEnd(6, '0'))
}
