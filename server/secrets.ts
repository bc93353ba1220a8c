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
import type { Secrets } from './config.ts'

/**
 * Personal data at rest. The keys live outside the database, so a copy of it says nobody's number. `useSecrets` is
 * called once at the start.
 */
let fieldKey: Buffer
/** As a key object: made once, a hash with it costs a fifth of one with bytes, and every authorization makes two. */
let lookupKey: KeyObject
/** For the chains of the audit alone. */
let chainKey: Buffer

/** Which key sealed a value; a second key gets the next number, and old values stay readable. */
const KEY_ID = 1

export function useSecrets(secrets: Pick<Secrets, 'fieldKey' | 'lookupKey'>): void {
  fieldKey = Buffer.from(secrets.fieldKey, 'base64')
  lookupKey = createSecretKey(secrets.lookupKey, 'base64')
  chainKey = derivedKey('chains of the audit')
}

/**
 * Encrypt one field of one row (AES-256-GCM). `row` is bound in, so a value that is copied to another row does not
 * open there. Layout: key id (1 byte), nonce (12), tag (16), text.
 */
export function seal(row: string, text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', fieldKey, nonce).setAAD(Buffer.from(row))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(KEY_ID), nonce, cipher.getAuthTag(), body])
}

/** For a thread of this process, which opens what is sealed and gets no other key. */
export const fieldKeyForThread = (): string => fieldKey.toString('base64')
export const useFieldKey = (key: string): void => void (fieldKey = Buffer.from(key, 'base64'))

/** The inverse of {@link seal}. Throws where the row, the key or a single bit is another. */
export function unseal(row: string, sealed: Buffer): string {
  if (sealed[0] !== KEY_ID) throw new Error(`sealed with key ${sealed[0]}, which is not here`)
  const decipher = createDecipheriv('aes-256-gcm', fieldKey, sealed.subarray(1, 13)).setAAD(Buffer.from(row))
  decipher.setAuthTag(sealed.subarray(13, 29))
  return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]).toString('utf8')
}

/** A keyed hash, to find or to compare what must not be readable. `kind` keeps a card's number apart from a phone's. */
export const lookupHash = (kind: string, text: string): Buffer =>
  createHmac('sha256', lookupKey).update(`${kind}\0${text}`).digest()

/** A key of one's own for one purpose, 32 bytes. */
export const derivedKey = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', lookupKey, '', purpose, 32))

/** One row of a chain of the audit: its place, and the hash that covers what it says and every row before it. */
export type Link = { readonly chain: string; readonly seq: number; readonly hash: Buffer }

/** Whoever can write to the database can hash a whole chain anew, but has no key to sign it. */
export const signLink = ({ chain, seq, hash }: Link): Buffer =>
  createHmac('sha256', chainKey).update(`${chain}\0${seq}\0`).update(hash).digest()

export const isSigned = (link: Link & { readonly signature: Buffer | null }): boolean =>
  link.signature?.length === 32 && timingSafeEqual(link.signature, signLink(link))
