import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import type { Secrets } from './settings/config.ts'

/** Encryption of personal data at rest. The keys live outside the database, so a copy of it reveals no numbers. `useSecrets` is called once at start. */
let fieldKey: Buffer
/** As a key object: created once, it makes a hash cost a fifth of one with raw bytes, and every authorization computes two. */
let lookupKey: KeyObject
/** Only for the audit chains. */
let chainKey: Buffer

/** The key that sealed a value; a second key gets the next number, and old values stay readable. */
const KEY_ID = 1

export function useSecrets(secrets: Pick<Secrets, 'fieldKey' | 'lookupKey'>): void {
  fieldKey = Buffer.from(secrets.fieldKey, 'base64')
  lookupKey = createSecretKey(secrets.lookupKey, 'base64')
  chainKey = derivedKey('chains of the audit')
}

/**
 * Encrypts one field of one row (AES-256-GCM). `row` is bound in, so a value copied to another row cannot be opened there. Layout: key id (1 byte), nonce (12),
 * tag (16), text.
 */
export function seal(row: string, text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', fieldKey, nonce).setAAD(Buffer.from(row))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(KEY_ID), nonce, cipher.getAuthTag(), body])
}

/** For a thread of this process that opens sealed values and gets no other key. */
export const fieldKeyForThread = (): string => fieldKey.toString('base64')
export const useFieldKey = (key: string): void => void (fieldKey = Buffer.from(key, 'base64'))

/** The inverse of {@link seal}. Throws if the row, the key or a single bit differs. */
export function unseal(row: string, sealed: Buffer): string {
  if (sealed[0] !== KEY_ID) throw new Error(`sealed with key ${sealed[0]}, which is not here`)
  const decipher = createDecipheriv('aes-256-gcm', fieldKey, sealed.subarray(1, 13)).setAAD(Buffer.from(row))
  decipher.setAuthTag(sealed.subarray(13, 29))
  return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]).toString('utf8')
}

/** A keyed hash for finding or comparing values that must not be readable. `kind` separates a card number from a phone number. */
export const lookupHash = (kind: string, text: string): Buffer =>
  createHmac('sha256', lookupKey).update(`${kind}\0${text}`).digest()

/** A separate key for one purpose, 32 bytes. */
export const derivedKey = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', lookupKey, '', purpose, 32))

/** One row of an audit chain: its position, and the hash that covers its content and all rows before it. */
export type Link = { readonly chain: string; readonly seq: number; readonly hash: Buffer }

/** Someone who can write to the database can recompute a whole chain, but has no key to sign it. */
export const signLink = ({ chain, seq, hash }: Link): Buffer =>
  createHmac('sha256', chainKey).update(`${chain}\0${seq}\0`).update(hash).digest()

export const isSigned = (link: Link & { readonly signature: Buffer | null }): boolean =>
  link.signature?.length === 32 && timingSafeEqual(link.signature, signLink(link))

/** The keyed hash of a card's number and code, as stored: sealed, and valid for this card only. */
export const sealCvc = (cardId: string, hash: Buffer): Buffer => seal(`cvc ${cardId}`, hash.toString('base64'))
export const unsealCvc = (cardId: string, sealed: Buffer): Buffer =>
  Buffer.from(unseal(`cvc ${cardId}`, sealed), 'base64')

/** Sealed names are searched by keyed hashes of the prefixes of their words. */

/** Long words are searched by their first letters. */
const LETTERS = 12
const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)

/** Four bytes: enough to tell the names of an account apart, and too few to prove that two rows have one name. */
const markOf = (scope: string, beginning: string): number =>
  lookupHash('holder', `${scope} ${beginning}`).readInt32BE(0)

/** One for each prefix of each word. Equal names in two scopes have nothing in common. */
export function nameMarks(scope: string, text: string): number[] {
  const beginnings = wordsIn(text).flatMap((word) => {
    const letters = [...word].slice(0, LETTERS)
    return letters.map((_, at) => letters.slice(0, at + 1).join(''))
  })
  return [...new Set(beginnings)].map((beginning) => markOf(scope, beginning))
}

/** The marks of rows whose words start like the search words. */
export const marksToFind = (scope: string, text: string): number[] =>
  wordsIn(text).map((word) => markOf(scope, [...word].slice(0, LETTERS).join('')))
