/** What a card keeps sealed or hashed: its holder and billing address, its number and its security code. */
import { timingSafeEqual } from 'node:crypto'
import { lookupHash, seal, unseal, nameMarks, sealCvc, unsealCvc } from '../core/secrets.ts'

/** Holder and billing address, in the columns that a card's row and a change of it share. */
export type Holder = Record<'first_name' | 'last_name' | 'street' | 'city' | 'state' | 'zip_code' | 'country', string>

/** As one line, for logs and for detecting a change. */
export const holderLine = (of: Holder): string =>
  `${of.first_name} ${of.last_name}, ${of.street}, ${of.city}, ${of.state} ${of.zip_code}, ${of.country}`

export const holderOf = ({ first_name, last_name, street, city, state, zip_code, country }: Holder): Holder => ({
  first_name,
  last_name,
  street,
  city,
  state,
  zip_code,
  country,
})

/** The order in the sealed list; exports read single places of it. */
export const sealedPlaces = ['first_name', 'last_name', 'street', 'city', 'state', 'zip_code'] as const

export type SealedPlace = (typeof sealedPlaces)[number]

type Person = Pick<Holder, SealedPlace>

export const sealHolder = (row: string, person: Person): Buffer =>
  seal(row, JSON.stringify(sealedPlaces.map((place) => person[place])))

/** Nothing remains of a person who has left. */
export function openHolder(bound: string, sealed: Buffer): Person {
  const list = sealed.length ? (JSON.parse(unseal(bound, sealed)) as string[]) : []
  return Object.fromEntries(sealedPlaces.map((place, at) => [place, list[at] ?? ''])) as Person
}

/** Opens the sealed fields of a row as soon as it is read. */
export const opened = <R extends { holder_enc: Buffer }>(row: R, bound: string): R & Person =>
  Object.assign(row, openHolder(bound, row.holder_enc))

/** All columns with holder data of a card. */
export const holderColumns = (accountId: string, cardId: string, person: Person) => ({
  holder_enc: sealHolder(cardId, person),
  holder_marks: nameMarks(accountId, `${person.first_name} ${person.last_name}`),
  zip_hash: zipHash(cardId, person.zip_code),
})

/** Zip codes are compared by their first five characters: merchants leave out the rest, and the spaces. */
const plainZip = (zip: string): string => zip.replace(/[\s-]/g, '').slice(0, 5).toUpperCase()

/** Bound to the card: there are so few zip codes that a shared hash could be reversed. */
const zipHash = (cardId: string, zip: string): Buffer => lookupHash('zip', `${cardId} ${plainZip(zip)}`)

/** `ours`: the stored hash. */
export const sameZip = (cardId: string, given: string, ours: Buffer): boolean => zipHash(cardId, given).equals(ours)

type Change = { before: string; after: string }

/** Seals the log entry of a change, bound to its row. */
export const sealHolders = (logId: string, { before, after }: Change): Buffer =>
  seal(logId, JSON.stringify({ before, after }))

export const openHolders = (logId: string, sealed: Buffer): Change =>
  sealed.length ? (JSON.parse(unseal(logId, sealed)) as Change) : { before: '', after: '' }

/** The hash by which a card number is found. The number itself is never stored, logged or put into an error. */
export const panHash = (pan: string): Buffer => lookupHash('pan', pan)

/** The hash by which a card is found whose number its issuer keeps to itself. */
export const issuerRefHash = (issuerId: string, ref: string): Buffer => lookupHash('card', `${issuerId} ${ref}`)

/** The hash by which the card of an issuer's question is found. */
export const cardHashOf = (
  issuerId: string,
  { cardNumber, cardRef }: { cardNumber?: string; cardRef?: string },
): Buffer => (cardNumber === undefined ? issuerRefHash(issuerId, cardRef!) : panHash(cardNumber))

/** Bound to the number: a hash of three digits alone could be broken by trying all of them. */
const cvcHash = (pan: string, cvc: string): Buffer => lookupHash('cvc', `${pan} ${cvc}`)

/** The stored form of a security code, for comparison with a payment's. Trying out codes requires both keys and the card's number. */
export const sealedCvc = (cardId: string, pan: string, cvc: string): Buffer => sealCvc(cardId, cvcHash(pan, cvc))

/** Checks whether this is the card's security code. */
export const cvcFits = (cardId: string, sealed: Buffer, pan: string, cvc: string): boolean =>
  timingSafeEqual(unsealCvc(cardId, sealed), cvcHash(pan, cvc))
