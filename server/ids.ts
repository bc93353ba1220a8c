import { randomBytes, randomInt } from 'node:crypto'
import { nowMs } from './clock.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
let lastMs = 0
let tail: number[] = []

/** A new opaque id: `crd_` and a ULID. Within one process ids made in one millisecond keep their order. */
export function newId(prefix: string): string {
  const ms = nowMs()
  if (ms === lastMs) {
    let at = tail.length - 1
    while (at > 0 && tail[at] === 31) tail[at--] = 0
    tail[at]!++
  } else {
    lastMs = ms
    tail = [...randomBytes(16)].map((byte) => byte & 31)
    tail[0]! >>= 1 // room to count up without overflow
  }
  return `${prefix}_${headOf(ms)}${tail.map((digit) => ALPHABET[digit]).join('')}`
}

function headOf(ms: number): string {
  let head = ''
  for (let rest = ms, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) head = ALPHABET[rest % 32] + head
  return head
}

/** Lower than every id made from that moment on: ids are ordered by time, so they find a time in a primary key. */
export const firstIdOf = (prefix: string, ms: number): string => `${prefix}_${headOf(ms)}`

/** A number for people, without a leading zero; the table that holds it says that it is unique. */
export const serial = (digits: number): string =>
  String(randomInt(1, 10)) + Array.from({ length: digits - 1 }, () => randomInt(0, 10)).join('')
