/**
 * Ids of authorizations. The table has eight bytes for one: milliseconds since 2020, and 22 bits that count from a random start. Everybody else has the text `atx_` and a ULID
 * of the same moment, whose random part is that count. Both sort by time.
 */
import { randomInt } from 'node:crypto'
import { nowMs } from '../core/clock.ts'
import { ALPHABET, base32, firstIdOf, timeOfId } from '../core/ids.ts'
import { referenceHash } from '../core/secrets.ts'

/** 41 bits of milliseconds last until 2089 from here. */
const SINCE = Date.UTC(2020, 0, 1)
const COUNT_BITS = 22
const COUNTS = 2 ** COUNT_BITS
let count = randomInt(COUNTS)

/** A new id, as the bytes of a bigint. Two servers make the same one for one account only by a chance of one in four million a millisecond, and then the key refuses the second. */
export function newAuthId(): Buffer {
  count = (count + 1) % COUNTS
  const ms = Math.max(0, nowMs() - SINCE)
  const bytes = Buffer.allocUnsafe(8)
  // The time moved left by 22 bits: its upper part fills the first four bytes, and ten bits of it are in the last four.
  bytes.writeUInt32BE(Math.floor(ms / 1024), 0)
  bytes.writeUInt32BE((ms % 1024) * COUNTS + count, 4)
  return bytes
}

/** The same as `auth_text` in the database. */
export function authIdText(bytes: Buffer): string {
  const [upper, lower] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)]
  return firstIdOf('atx', SINCE + upper * 1024 + (lower >>> COUNT_BITS)) + NO_CHANCE + base32(lower % COUNTS, 5)
}
const NO_CHANCE = '0'.repeat(11)

const AUTH_ID = /^atx_[0-7][0-9A-HJKMNP-TV-Z]{9}0{11}[0-3][0-9A-HJKMNP-TV-Z]{4}$/

/** The number of the table, as SQL reads it; `undefined` for a text that is no such id. */
export function authKey(text: string): string | undefined {
  if (!AUTH_ID.test(text) || timeOfId(text) < SINCE) return undefined
  let counted = 0
  for (const letter of text.slice(-5)) counted = counted * 32 + ALPHABET.indexOf(letter)
  const key = keyOf(timeOfId(text), counted)
  return key > LAST_KEY ? undefined : key.toString()
}

/** The lowest number of an id made from that moment on, as SQL reads it; for a time after 2089, the largest number there is. */
export const firstAuthKey = (ms: number): string => {
  const key = keyOf(Math.max(SINCE, Math.floor(ms)), 0)
  return (key > LAST_KEY ? LAST_KEY : key).toString()
}

/** When an authorization was made, by the number of the table. */
export const timeOfKey = (key: string): number => SINCE + Number(BigInt(key) >> BigInt(COUNT_BITS))

const keyOf = (ms: number, counted: number): bigint => (BigInt(ms - SINCE) << BigInt(COUNT_BITS)) + BigInt(counted)
/** The largest that a bigint of the database holds. */
const LAST_KEY = 2n ** 63n - 1n

/** By which an authorization is found by the network's name for it: the first eight bytes of a keyed hash, as the bytes of a bigint. The name itself is compared afterwards. */
export const refHash = (issuerId: string, ref: string): Buffer =>
  referenceHash('auth', `${issuerId} ${ref}`).subarray(0, 8)

export const refKey = (issuerId: string, ref: string): string => refHash(issuerId, ref).readBigInt64BE().toString()

/** Tells messages about one authorization apart: four bytes of a keyed hash of the issuer's name for the message, where it has one. */
export const messageHashOf = (messageRef: string | undefined): number | null =>
  messageRef === undefined ? null : referenceHash('message', messageRef).readInt32BE(0)
