import { randomBytes, randomInt } from 'node:crypto'
import { nowMs } from './clock.ts'

export const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
let lastMs = 0
/** The prefix of this millisecond's ids: the time and twelve random characters. The last four are a counter. */
let head = ''
let count = 0
const COUNT_MAX = 32 ** 4 - 1

/** Creates an opaque id: `crd_` and a ULID. Within one process, ids of one millisecond keep their order. */
export function newId(prefix: string): string {
  const ms = nowMs()
  if (ms === lastMs && count < COUNT_MAX) count++
  else {
    lastMs = ms
    head = headOf(ms)
    const chance = randomBytes(15)
    for (let i = 0; i < 12; i++) head += ALPHABET[chance[i]! & 31]!
    count = chance.readUIntBE(12, 3) >> 5 // the lower half of a million, so that there is room to count up
  }
  return `${prefix}_${head}${ALPHABET[(count >> 15) & 31]!}${ALPHABET[(count >> 10) & 31]!}${ALPHABET[(count >> 5) & 31]!}${ALPHABET[count & 31]!}`
}

const headOf = (ms: number): string => base32(ms, 10)

/** The digits of a number in the alphabet of ids, with zeros before them. */
export function base32(number: number, digits: number): string {
  let text = ''
  for (let rest = number, i = 0; i < digits; i++, rest = Math.floor(rest / 32)) text = ALPHABET[rest % 32] + text
  return text
}

/** Sorts before every id made from that moment on: ids are ordered by time, so a primary key can be searched by time. */
export const firstIdOf = (prefix: string, ms: number): string => `${prefix}_${headOf(ms)}`

/** Returns the moment an id was made. */
export function timeOfId(id: string): number {
  let ms = 0
  for (const letter of id.slice(-26, -16)) ms = ms * 32 + ALPHABET.indexOf(letter)
  return ms
}

/** A number for people, without a leading zero; the table's unique key rules out duplicates. */
export const serial = (digits: number): string =>
  String(randomInt(1, 10)) + Array.from({ length: digits - 1 }, () => randomInt(0, 10)).join('')
