/** Who holds a card and where it is billed, sealed for one row; and how it is found and compared without being opened. */
import { lookupHash, seal, unseal, nameMarks } from '#server/core/secrets.ts'
import type { Holder } from './holderLine.ts'

/** In this order in the sealed list; exports take single places of it. */
export const sealedPlaces = ['first_name', 'last_name', 'street', 'city', 'state', 'zip_code'] as const
export type SealedPlace = (typeof sealedPlaces)[number]
type Person = Pick<Holder, SealedPlace>

export const sealHolder = (row: string, person: Person): Buffer =>
  seal(row, JSON.stringify(sealedPlaces.map((place) => person[place])))

/** Of a person who has left nothing remains. */
export function openHolder(bound: string, sealed: Buffer): Person {
  const list = sealed.length ? (JSON.parse(unseal(bound, sealed)) as string[]) : []
  return Object.fromEntries(sealedPlaces.map((place, at) => [place, list[at] ?? ''])) as Person
}

/** Opened as soon as it is read; a row from before is open still. */
export function opened<R extends { holder_enc: Buffer | null } & { [P in SealedPlace]: string | null }>(
  row: R,
  bound: string,
): R & Person {
  return (row.holder_enc ? Object.assign(row, openHolder(bound, row.holder_enc)) : row) as R & Person
}

/** Everything that a card keeps of its holder. */
export const holderColumns = (accountId: string, cardId: string, person: Person) => ({
  holder_enc: sealHolder(cardId, person),
  holder_marks: nameMarks(accountId, `${person.first_name} ${person.last_name}`),
  zip_hash: zipHash(cardId, person.zip_code),
})
/** What a card that is sealed leaves empty. */
export const NOT_PLAIN = {
  first_name: null,
  last_name: null,
  street: null,
  city: null,
  state: null,
  zip_code: null,
} as const

/** Zip codes are compared by their first five signs: merchants leave the rest, and the spaces, out. */
const plainZip = (zip: string): string => zip.replace(/[\s-]/g, '').slice(0, 5).toUpperCase()
/** Bound to the card: there are too few zip codes to hide one behind a hash that others share. */
const zipHash = (cardId: string, zip: string): Buffer => lookupHash('zip', `${cardId} ${plainZip(zip)}`)

/** `ours`: the keyed hash in hex, or of a card from before the zip code itself. */
export const sameZip = (cardId: string, given: string, ours: string): boolean =>
  ours.length === 64 ? zipHash(cardId, given).toString('hex') === ours : plainZip(given) === plainZip(ours)

type Change = { before: string; after: string }
/** What the log of a card says of a change, bound to its line. */
export const sealHolders = (logId: string, { before, after }: Change): Buffer =>
  seal(logId, JSON.stringify({ before, after }))
export const openHolders = (logId: string, sealed: Buffer): Change =>
  sealed.length ? (JSON.parse(unseal(logId, sealed)) as Change) : { before: '', after: '' }
