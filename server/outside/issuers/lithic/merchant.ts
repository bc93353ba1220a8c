/** Merchants and amounts as Lithic writes them, in requests and in events. */
import { iso31661Alpha3ToAlpha2 } from 'iso-3166/1-a3-to-1-a2.js'
import type { Merchant } from '../authorization.ts'

export type LithicMerchant = { acceptor_id: string; descriptor: string; mcc: string; country: string }
/** In the smallest unit of the currency. */
export type Amount = { amount: number; currency: string }
export type ConvertedAmount = Amount & { conversion_rate: string }

/** Its two codes that are not of ISO 3166-1: Kosovo, and what was the Netherlands Antilles. */
const others: Readonly<Record<string, string>> = { QZZ: 'XK', ANT: 'AN' }

/** A country that is no country's is `ZZ`, which no list blocks or allows. */
export const merchantOf = ({ acceptor_id, descriptor, mcc, country }: LithicMerchant): Merchant => ({
  id: acceptor_id,
  name: descriptor,
  descriptor,
  mcc,
  country: iso31661Alpha3ToAlpha2[country] ?? others[country] ?? 'ZZ',
})

/** US dollars for one unit of the merchant's currency; undefined if that is the card's. */
export const rateOf = (cardholder: ConvertedAmount, merchant: Amount): string | undefined =>
  cardholder.currency === merchant.currency ? undefined : cardholder.conversion_rate
