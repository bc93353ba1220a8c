/** Merchants and amounts as Stripe writes them, in requests, authorizations and transactions. */
import { currencies, type Currency } from '#contract/core/money.ts'
import type { Merchant } from '../authorization.ts'

/** What is read of `merchant_data`. */
export type StripeMerchant = { network_id: string; name: string | null; category_code: string; country: string | null }

/** Without a country it is `ZZ`, which no list blocks or allows. Stripe has one name, which is the descriptor. */
export const merchantOf = ({ network_id, name, category_code, country }: StripeMerchant): Merchant => ({
  id: network_id,
  name: name || network_id,
  descriptor: name || network_id,
  mcc: category_code,
  country: country !== null && /^[A-Z]{2}$/.test(country) ? country : 'ZZ',
})

type Money = { amount: number; currency: string; merchant_amount: number; merchant_currency: string }

/** Currencies are in small letters there. */
export const currencyOf = (code: string): string => code.toUpperCase()

const digitsOf = (currency: string): number => currencies[currency as Currency]?.digits ?? 2

/**
 * Card currency for one unit of the merchant's, with six decimals. Stripe tells the two amounts and no rate; undefined if the currencies are the same, or if
 * nothing is converted.
 */
export function rateOf({ amount, currency, merchant_amount, merchant_currency }: Money): string | undefined {
  if (currency === merchant_currency || merchant_amount === 0) return undefined
  const scale = 10 ** (digitsOf(currencyOf(merchant_currency)) - digitsOf(currencyOf(currency)))
  return ((Math.abs(amount) / Math.abs(merchant_amount)) * scale).toFixed(6)
}
