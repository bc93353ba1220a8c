import { billingCountries, type BillingCountryCode } from '#contract/cards/addresses.ts'
import { langNow } from '#web/text.ts'

export const countryName = (code: string): string =>
  billingCountries[code as BillingCountryCode]?.name[langNow()] ?? code
