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
import { sql, type Kysely } from 'kysely'

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

/** The keyed hash of a card's number and code, as it is stored: sealed, and of use for this card only. */
export const sealCvc = (cardId: string, hash: Buffer): Buffer => seal(`cvc ${cardId}`, hash.toString('base64'))
export const unsealCvc = (cardId: string, sealed: Buffer): Buffer =>
  Buffer.from(unseal(`cvc ${cardId}`, sealed), 'base64')

const LOT = 5000

/** Part of migration 0072: seals the hashes that were stored before it. */
export async function sealCvcs(db: Kysely<unknown>): Promise<void> {
  const table = sql.table('card_number')
  let after: Buffer = Buffer.alloc(0)
  for (;;) {
    const { rows } = await sql<{ pan_hmac: Buffer; card_id: string; cvc_hmac: Buffer }>`
      SELECT pan_hmac, card_id, cvc_hmac FROM ${table} WHERE pan_hmac > ${after} ORDER BY pan_hmac LIMIT ${LOT}`.execute(
      db,
    )
    if (!rows.length) break
    await sql`
      UPDATE ${table} AS number SET cvc_enc = made.cvc_enc
        FROM unnest(${rows.map((row) => row.pan_hmac)}::bytea[], ${rows.map((row) => sealCvc(row.card_id, row.cvc_hmac))}::bytea[])
             AS made (pan_hmac, cvc_enc)
       WHERE number.pan_hmac = made.pan_hmac`.execute(db)
    after = rows.at(-1)!.pan_hmac
  }
  await sql`ALTER TABLE ${table} DROP COLUMN cvc_hmac, ALTER COLUMN cvc_enc SET NOT NULL`.execute(db)
}

/** How sealed names are found: by keyed hashes of how each of their words begins. */

/** Long words are found by their first letters. */
const LETTERS = 12
const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)

/** Four bytes: as many as tell the names of an account apart, and too few to say that two rows have one name. */
const markOf = (scope: string, beginning: string): number =>
  lookupHash('holder', `${scope} ${beginning}`).readInt32BE(0)

/** One for each beginning of each word. Equal names in two scopes have nothing in common. */
export function nameMarks(scope: string, text: string): number[] {
  const beginnings = wordsIn(text).flatMap((word) => {
    const letters = [...word].slice(0, LETTERS)
    return letters.map((_, at) => letters.slice(0, at + 1).join(''))
  })
  return [...new Set(beginnings)].map((beginning) => markOf(scope, beginning))
}

/** What a row has whose words begin like those that are looked for. */
export const marksToFind = (scope: string, text: string): number[] =>
  wordsIn(text).map((word) => markOf(scope, [...word].slice(0, LETTERS).join('')))
