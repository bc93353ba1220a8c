/** What a card keeps sealed or hashed: its holder and billing address, its number and its security code. */
import { isHashOf, lookupHash, lookupHashes, nameMarks, seal, unseal } from '../core/secrets.ts'

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
  zip_hash: lookupHash('zip', zipText(cardId, person.zip_code)),
})

/** Zip codes are compared by their first five characters: merchants leave out the rest, and the spaces. */
const plainZip = (zip: string): string => zip.replace(/[\s-]/g, '').slice(0, 5).toUpperCase()

/** Bound to the card: there are so few zip codes that a shared hash could be reversed. */
const zipText = (cardId: string, zip: string): string => `${cardId} ${plainZip(zip)}`

/** `ours`: the stored hash. */
export const sameZip = (cardId: string, given: string, ours: Buffer): boolean =>
  isHashOf('zip', zipText(cardId, given), ours)

type Change = { before: string; after: string }

/** Seals the log entry of a change, bound to its row. */
export const sealHolders = (logId: string, { before, after }: Change): Buffer =>
  seal(logId, JSON.stringify({ before, after }))

export const openHolders = (logId: string, sealed: Buffer): Change =>
  sealed.length ? (JSON.parse(unseal(logId, sealed)) as Change) : { before: '', after: '' }

/** The hash by which a card number is found. The number itself is never stored, logged or put into an error. */
export const panHash = (pan: string): Buffer => lookupHash('pan', pan)

/** The hash by which a card is found whose number its issuer keeps to itself. */
const issuerRefHash = (issuerId: string, ref: string): Buffer => lookupHash('card', refText(issuerId, ref))
const refText = (issuerId: string, ref: string): string => `${issuerId} ${ref}`

/** The hash by which the card of an issuer's question is found. */
export const cardHashOf = (
  issuerId: string,
  { cardNumber, cardRef }: { cardNumber?: string; cardRef?: string },
): Buffer => (cardNumber === undefined ? issuerRefHash(issuerId, cardRef!) : panHash(cardNumber))

/** Bound to the number: a hash of three digits alone could be broken by trying all of them. */
const cvcText = (pan: string, cvc: string): string => `${pan} ${cvc}`

/** The context of a sealed security code: it is valid for this card only. */
const cvcRow = (cardId: string): string => `cvc ${cardId}`

type Numbered = { issuerId: string; ref: string; secret: { pan: string; cvc: string } | undefined }
export type CardNumber = { card_id: string; key_id: number; pan_hmac: Buffer; cvc_enc: Buffer | null }

/**
 * What makes a card found by its number, or by its reference at an issuer that keeps the number to itself: a row for each key that this process knows. The
 * security code is sealed; trying out codes requires both keys and the card's number.
 */
export function cardNumbers(cardId: string, { issuerId, ref, secret }: Numbered): CardNumber[] {
  const found = secret ? lookupHashes('pan', secret.pan) : lookupHashes('card', refText(issuerId, ref))
  const codes = new Map(
    secret && lookupHashes('cvc', cvcText(secret.pan, secret.cvc)).map(({ keyId, hash }) => [keyId, hash]),
  )
  return found.map(({ keyId, hash }) => {
    const code = codes.get(keyId)
    const sealed = code ? seal(cvcRow(cardId), code.toString('base64')) : null
    return { card_id: cardId, key_id: keyId, pan_hmac: hash, cvc_enc: sealed }
  })
}

/** What a sealed security code is: a keyed hash of it and the card's number. */
export const cvcCode = (cardId: string, sealed: Buffer): Buffer => Buffer.from(unseal(cvcRow(cardId), sealed), 'base64')

/** Checks whether this is the card's security code. `code`: of {@link cvcCode}. */
export const cvcFits = (code: Buffer, pan: string, cvc: string): boolean => isHashOf('cvc', cvcText(pan, cvc), code)
