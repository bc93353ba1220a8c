import { randomInt } from 'node:crypto'
import type * as contract from '#contract/cards/cards.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { termsOf, type Terms } from '../ranges/terms.ts'
import { isVerifiedOnly, verifiedHolder } from './verifiedHolder.ts'

/**
 * Suggests a holder and a billing address for the form: made up, with existing places and invented streets; for a segment of a real issuer, the account's
 * verified cardholder and nobody else.
 */
export const suggestHolder: Answer<typeof contract.suggestHolder> = async (actor, { vid, state, num }) => {
  const terms = vid === undefined ? undefined : await termsOf(db, actor.accountId, vid)
  if (terms && isVerifiedOnly(terms)) {
    const verified = await verifiedHolder(db, actor.accountId, terms)
    return num === 1 ? verified : [verified]
  }
  const made = holdersFor(terms, state, num)
  return num === 1 ? made[0]! : made
}

/** Returns this many holders, in the country of a segment. */
export function holdersFor(terms: Terms | undefined, state: string | undefined, num: number) {
  const country = terms?.range.billing_country ?? 'US'
  const inCountry = places.filter((place) => place.country === country)
  const wanted = inCountry.filter((place) => place.state === state)
  return Array.from({ length: num }, () => holderIn(anyOf(wanted.length ? wanted : inCountry)))
}

const anyOf = <T>(list: readonly T[]): T => list[randomInt(list.length)]!

const holderIn = (place: Place) => ({
  firstName: anyOf(firstNames),
  lastName: anyOf(lastNames),
  street: `${randomInt(11, 990)} ${anyOf(streets)}`,
  city: place.city,
  state: place.state,
  zipCode: place.zipCode,
  country: place.country,
})

type Place = { readonly city: string; readonly state: string; readonly zipCode: string; readonly country: string }
const us = (city: string, state: string, zipCode: string): Place => ({ city, state, zipCode, country: 'US' })

/** City, state and zip code that belong together: issuers and merchants compare them. */
const places: readonly Place[] = [
  us('Portland', 'OR', '97201'),
  us('Salem', 'OR', '97301'),
  us('Eugene', 'OR', '97401'),
  us('Seattle', 'WA', '98101'),
  us('Spokane', 'WA', '99201'),
  us('Los Angeles', 'CA', '90012'),
  us('San Diego', 'CA', '92101'),
  us('Sacramento', 'CA', '95814'),
  us('Las Vegas', 'NV', '89101'),
  us('Phoenix', 'AZ', '85004'),
  us('Denver', 'CO', '80202'),
  us('Austin', 'TX', '78701'),
  us('Houston', 'TX', '77002'),
  us('Dallas', 'TX', '75201'),
  us('Chicago', 'IL', '60601'),
  us('Springfield', 'IL', '62701'),
  us('Atlanta', 'GA', '30303'),
  us('Miami', 'FL', '33130'),
  us('Orlando', 'FL', '32801'),
  us('Tampa', 'FL', '33602'),
  us('Boston', 'MA', '02108'),
  us('New York', 'NY', '10007'),
  us('Albany', 'NY', '12207'),
  us('Buffalo', 'NY', '14202'),
  us('Wilmington', 'DE', '19801'),
  us('Dover', 'DE', '19901'),
  us('Concord', 'NH', '03301'),
  us('Manchester', 'NH', '03101'),
  us('Billings', 'MT', '59101'),
  us('Helena', 'MT', '59601'),
  us('Columbus', 'OH', '43215'),
  us('Nashville', 'TN', '37201'),
  { city: 'London', state: 'Greater London', zipCode: 'SW1A 1AA', country: 'GB' },
  { city: 'Manchester', state: 'Greater Manchester', zipCode: 'M1 1AE', country: 'GB' },
  { city: 'Leeds', state: 'West Yorkshire', zipCode: 'LS1 1UR', country: 'GB' },
  { city: 'Hong Kong', state: 'Central', zipCode: '999077', country: 'HK' },
  { city: 'Kowloon', state: 'Yau Tsim Mong', zipCode: '999077', country: 'HK' },
]

const streets = [
  'Alder Street',
  'Birch Lane',
  'Cedar Avenue',
  'Dogwood Drive',
  'Elm Court',
  'Foxglove Road',
  'Granite Way',
  'Hazel Street',
  'Juniper Lane',
  'Linden Avenue',
  'Maple Road',
  'Willow Drive',
]
const firstNames = [
  'Adam',
  'Alice',
  'Brian',
  'Carol',
  'Daniel',
  'Emily',
  'Frank',
  'Grace',
  'Henry',
  'Irene',
  'James',
  'Karen',
  'Louis',
  'Maria',
  'Nathan',
  'Olivia',
  'Peter',
  'Rachel',
  'Samuel',
  'Teresa',
]
const lastNames = [
  'Adams',
  'Baker',
  'Carter',
  'Dixon',
  'Evans',
  'Foster',
  'Graham',
  'Harris',
  'Irwin',
  'Jensen',
  'Keller',
  'Lawson',
  'Miller',
  'Norris',
  'Owens',
  'Parker',
  'Quinn',
  'Reeves',
  'Sawyer',
  'Turner',
]
