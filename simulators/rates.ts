import { currencies, share, type Currency } from '../contract/money.ts'

/** US dollars for one unit of a currency: fixed, so that every run of the demo and of the tests sees the same amounts. */
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

/** What the network puts on a message about `amount` minor units of the merchant's currency. */
export function converted(
  amount: number,
  currency: Currency,
): { amountCents: number; merchantAmount: number; merchantCurrency: string; rate?: string } {
  if (currency === 'USD') return { amountCents: amount, merchantAmount: amount, merchantCurrency: 'USD' }
  const rate = rates[currency]
  const amountCents = share(amount, millionths(rate), 10_000 * 10 ** currencies[currency].digits, 'half-up')
  return { amountCents, merchantAmount: amount, merchantCurrency: currency, rate }
}

/** The other way: what `amountCents` of a card is in the merchant's currency, when only a part of it is cleared. */
export function merchantPart(amountCents: number, whole: { amountCents: number; merchantAmount: number }): number {
  return whole.amountCents === 0 ? amountCents : share(amountCents, whole.merchantAmount, whole.amountCents, 'half-up')
}

const millionths = (rate: string): number => {
  const [whole, part = ''] = rate.split('.')
  return Number(whole + part.padEnd(6, '0'))
}
