/** Billing addresses: valid holders and addresses by country. Forms and the server read these tables. */
import * as z from 'zod/mini'
import { text, type Words } from '../core/fields.ts'

export const usStates = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
} as const satisfies Record<string, string>
export type UsState = keyof typeof usStates

type BillingCountry = {
  readonly name: Words
  readonly zipCode: RegExp
  /** Absent: any region, as free text. */
  readonly states?: Readonly<Record<string, string>>
}

/** Countries in which the cards of our segments may be billed. */
export const billingCountries = {
  US: { name: { cn: '美国', en: 'United States' }, zipCode: /^\d{5}(-\d{4})?$/, states: usStates },
  GB: { name: { cn: '英国', en: 'United Kingdom' }, zipCode: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/ },
  HK: { name: { cn: '中国香港', en: 'Hong Kong' }, zipCode: /^(000000|999077)$/ },
} as const satisfies Record<string, BillingCountry>
export type BillingCountryCode = keyof typeof billingCountries

/** Returns which of the two country-dependent fields do not fit the country, each with the name of its message in core/checks.ts. */
export function addressProblems(
  country: string,
  { state, zipCode }: { state: string; zipCode: string },
): { state?: 'us_state'; zipCode?: 'zip_code' } {
  const rules: BillingCountry | undefined = billingCountries[country as BillingCountryCode]
  return {
    ...((!rules || (rules.states && !Object.hasOwn(rules.states, state))) && { state: 'us_state' }),
    ...(rules && !rules.zipCode.test(zipCode) && { zipCode: 'zip_code' }),
  }
}

export const stateWords = Object.fromEntries(
  Object.entries(usStates).map(([code, name]) => [code, { cn: name, en: name }]),
) as Record<UsState, Words>
export const countryWords = Object.fromEntries(
  Object.entries(billingCountries).map(([code, { name }]) => [code, name]),
) as Record<BillingCountryCode, Words>

/** Issuers print and compare in ASCII. */
const ascii = (max: number) => text(max, 1).check(z.refine((value) => /^[\x20-\x7e]*$/.test(value), 'english'))

export const holderName = z.string().check(z.trim(), z.regex(/^[A-Za-z][A-Za-z' -]{0,29}$/, 'holder_name'))

export const addressFields = {
  street: ascii(60),
  city: ascii(30),
  state: ascii(30),
  /** Accepts the format of any country; which country applies is known only with the segment ({@link addressProblems}). */
  zipCode: ascii(10).check(
    z.refine((value) => Object.values(billingCountries).some(({ zipCode }) => zipCode.test(value)), 'zip_code'),
  ),
  /** Default: the segment's own billing country. */
  country: z.optional(z.enum(Object.keys(billingCountries) as [BillingCountryCode, ...BillingCountryCode[]])),
}

export const Address = z.object({
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
})
export type Address = z.infer<typeof Address>
