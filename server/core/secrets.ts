import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { hmacBytes } from './hmac.ts'
import { referenceKeyOf, type Secrets } from './settings/storedSecrets.ts'

/**
 * Encryption of personal data at rest. The keys live outside the database, so a copy of it reveals no numbers. There may be several keys, each with an id
 * from 1 to 255: one is the current one, the others are on their way in or out (docs/operate/keys.md#rotation).
 */
type Ring = { readonly current: number; readonly keys: ReadonlyMap<number, KeyObject> }
/** As key objects: with raw bytes, to open or to hash a value costs four times as much. */
let fieldKeys: Ring
let lookupKeys: Ring
let currentLookupKey: KeyObject
let otherLookupKeys: readonly KeyObject[] = []
let referenceKey: KeyObject
/** Only for the audit chains. */
let chainKey: KeyObject

export type UsedSecrets = Pick<Secrets, 'fieldKey' | 'lookupKey'> & Partial<Secrets>

function ringOf(current: number, key: string, others: Readonly<Record<string, string>>): Ring {
  const keys = new Map([[current, keyOf(key)]])
  for (const [id, other] of Object.entries(others)) keys.set(Number(id), keyOf(other))
  return { current, keys }
}

const keyOf = (base64: string): KeyObject => createSecretKey(base64, 'base64')

/** Called at start, and again whenever the file of the secrets has changed. */
export function useSecrets(secrets: UsedSecrets): void {
  const { fieldKeyId = 1, lookupKeyId = 1, otherFieldKeys = {}, otherLookupKeys: others = {} } = secrets
  fieldKeys = ringOf(fieldKeyId, secrets.fieldKey, otherFieldKeys)
  lookupKeys = ringOf(lookupKeyId, secrets.lookupKey, others)
  currentLookupKey = lookupKeys.keys.get(lookupKeyId)!
  otherLookupKeys = [...lookupKeys.keys.values()].filter((key) => key !== currentLookupKey)
  referenceKey = keyOf(referenceKeyOf(secrets))
  chainKey = createSecretKey(derivedKey('chains of the audit'))
}

/** The ids of the keys of this process. */
export type KeyIds = { readonly current: number; readonly known: readonly number[] }
const idsOf = ({ current, keys }: Ring): KeyIds => ({
  current,
  known: [...keys.keys()].toSorted((one, other) => one - other),
})
export const keyIds = (): { field: KeyIds; lookup: KeyIds } => ({ field: idsOf(fieldKeys), lookup: idsOf(lookupKeys) })

/** A value is sealed with a key that this process does not have: it was made by a server with newer secrets, or the key was removed too early. */
export class KeyUnknown extends Error {
  override name = 'KeyUnknown'
}

/**
 * Encrypts one field of one row (AES-256-GCM). `row` is bound in, so a value copied to another row cannot be opened there. Layout: key id (1 byte), nonce (12),
 * tag (16), text.
 */
export function seal(row: string, text: string): Buffer {
  const nonce = randomBytes(12)
  const { current, keys } = fieldKeys
  const cipher = createCipheriv('aes-256-gcm', keys.get(current)!, nonce).setAAD(Buffer.from(row))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(current), nonce, cipher.getAuthTag(), body])
}

/** For a thread of this process that opens sealed values and gets no other key. */
export type ThreadKeys = { readonly id: number; readonly key: string }[]
export const fieldKeysForThread = (): ThreadKeys =>
  [...fieldKeys.keys].map(([id, key]) => ({ id, key: key.export().toString('base64') }))
export const useFieldKeys = (keys: ThreadKeys): void =>
  void (fieldKeys = { current: keys[0]!.id, keys: new Map(keys.map(({ id, key }) => [id, keyOf(key)])) })

/** The inverse of {@link seal}. Throws if the row, the key or a single bit differs. */
export function unseal(row: string, sealed: Buffer): string {
  const key = fieldKeys.keys.get(sealed[0]!)
  if (!key)
    throw new KeyUnknown(
      `sealed with field key ${sealed[0]}; this process has ${idsOf(fieldKeys).known.join(', ')}: compare its secrets with those of the other servers`,
    )
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13)).setAAD(Buffer.from(row))
  decipher.setAuthTag(sealed.subarray(13, 29))
  return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]).toString('utf8')
}

const keyedHash = (key: KeyObject, kind: string, text: string): Buffer => hmacBytes(key, `${kind}\0${text}`)

/**
 * A keyed hash for finding or comparing personal data that must not be readable, by the current key. `kind` separates a card number from a phone number. What is
 * stored of it is in bin/operate/rotation/sealedTables.ts.
 */
export const lookupHash = (kind: string, text: string): Buffer => keyedHash(currentLookupKey, kind, text)

/** The same by every key that this process knows, with its id: a directory has a row for each, so that a search needs only the current one. */
export const lookupHashes = (kind: string, text: string): { keyId: number; hash: Buffer }[] =>
  [...lookupKeys.keys].map(([keyId, key]) => ({ keyId, hash: keyedHash(key, kind, text) }))

/** Checks whether a stored hash is of this text, by whichever key. Another key costs something only while there is one. */
export const isHashOf = (kind: string, text: string, stored: Buffer): boolean =>
  isEqual(stored, lookupHash(kind, text)) || otherLookupKeys.some((key) => isEqual(stored, keyedHash(key, kind, text)))

const isEqual = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)

/**
 * A keyed hash by the key that stays for good, for what lives for minutes, what nobody can guess, and the network's references: docs/decisions/0083-rotate-keys-while-serving.md.
 */
export const referenceHash = (kind: string, text: string): Buffer => keyedHash(referenceKey, kind, text)

/** A separate key for one purpose, 32 bytes. */
export const derivedKey = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', referenceKey, '', purpose, 32))

/** One row of an audit chain: its position, and the hash that covers its content and all rows before it. */
export type Link = { readonly chain: string; readonly seq: number; readonly hash: Buffer }

/** Someone who can write to the database can recompute a whole chain, but has no key to sign it. */
export const signLink = ({ chain, seq, hash }: Link): Buffer => hmacBytes(chainKey, `${chain}\0${seq}\0`, hash)

export const isSigned = (link: Link & { readonly signature: Buffer | null }): boolean =>
  link.signature?.length === 32 && timingSafeEqual(link.signature, signLink(link))

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
const markOf = (key: KeyObject, scope: string, beginning: string): number =>
  keyedHash(key, 'holder', `${scope} ${beginning}`).readInt32BE(0)

/** One for each prefix of each word. Equal names in two scopes have nothing in common. */
export function nameMarks(scope: string, text: string): number[] {
  const beginnings = wordsIn(text).flatMap((word) => {
    const letters = [...word].slice(0, LETTERS)
    return letters.map((_, at) => letters.slice(0, at + 1).join(''))
  })
  return [...new Set(beginnings)].map((beginning) => markOf(currentLookupKey, scope, beginning))
}

/** The marks of rows whose words start like the search words: by each key, those of the current one first. */
export const marksToFind = (scope: string, text: string): number[][] =>
  [currentLookupKey, ...otherLookupKeys].map((key) =>
    wordsIn(text).map((word) => markOf(key, scope, [...word].slice(0, LETTERS).join(''))),
  )
