import { refuse } from '#contract/core/refusals.ts'
import type { Database, Tx } from '#server/core/db.ts'
import { cardholdersOf, type Cardholder } from '#server/identity/identity.ts'
import type { Terms } from '../ranges/terms.ts'

/** Whether cards of a segment are issued to the account's verified cardholder only: an issuer that identifies people must never get a made-up one. */
export const isVerifiedOnly = ({ range }: Terms): boolean => range.holder_mode !== 'FREE'

/** The account's verified cardholder with an address in the segment's country; refuses with `holder_unverified` if staff have entered none. */
export async function verifiedHolder(on: Tx | Database, accountId: string, { range }: Terms): Promise<Cardholder> {
  const found = (await cardholdersOf(on, accountId)).find(({ country }) => country === range.billing_country)
  if (!found) throw refuse('holder_unverified', { field: 'firstName' })
  return found
}

const parts = ['firstName', 'lastName', 'street', 'city', 'state', 'zipCode', 'country'] as const

export const isOneOf = (verified: readonly Cardholder[], holder: Cardholder): boolean =>
  verified.some((one) => parts.every((part) => one[part] === holder[part]))

type Opening = {
  readonly terms: Terms
  readonly firstName: string
  readonly lastName: string
  readonly address: { street: string; city: string; state: string; zip_code: string; country: string }
}

/** Refuses with `holder_unverified` if one of these cards would be issued to somebody else. */
export async function requireVerified(tx: Tx, accountId: string, openings: readonly Opening[]): Promise<void> {
  const bound = openings.filter(({ terms }) => isVerifiedOnly(terms))
  if (!bound.length) return
  const verified = await cardholdersOf(tx, accountId)
  const holderOf = ({ firstName, lastName, address: { zip_code: zipCode, ...address } }: Opening): Cardholder => ({
    ...{ firstName, lastName, ...address, zipCode },
  })
  if (!bound.every((opening) => isOneOf(verified, holderOf(opening))))
    throw refuse('holder_unverified', { field: 'firstName' })
}
