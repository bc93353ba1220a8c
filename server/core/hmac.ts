/**
 * HMAC-SHA256 (RFC 2104) of two one-shot hashes. `createHmac` makes an object for each message and examines the key's, which takes four times as long, and every authorization needs four of them
 * (docs/decisions/0087-what-a-decision-costs.md).
 */
import { hash, type KeyObject } from 'node:crypto'

const BLOCK = 64
const DIGEST = 32
/** Bytes of a message that need no buffer of their own. */
const ROOM = 4096

/** Per key: the inner block and room for a message, and the outer block and room for the inner hash. */
type Blocks = { readonly inner: Buffer; readonly outer: Buffer }
const blocks = new WeakMap<KeyObject, Blocks>()

/** Of both parts, one after the other. Text is UTF-8. */
export function hmac(key: KeyObject, encoding: 'hex' | 'binary', first: string, second: string | Buffer = ''): string {
  const { inner, outer } = blocks.get(key) ?? blocksOf(key)
  const fits = 3 * first.length + (typeof second === 'string' ? 3 * second.length : second.length) <= ROOM
  const message = fits ? inner : Buffer.concat([inner.subarray(0, BLOCK), Buffer.from(first), bytesOf(second)])
  let end = message.length
  if (fits) {
    end = BLOCK + inner.write(first, BLOCK)
    end += typeof second === 'string' ? inner.write(second, end) : second.copy(inner, end)
  }
  outer.write(hash('sha256', message.subarray(0, end), 'binary'), BLOCK, 'latin1')
  return hash('sha256', outer, encoding)
}

/** The same as bytes. */
export const hmacBytes = (key: KeyObject, first: string, second?: string | Buffer): Buffer =>
  Buffer.from(hmac(key, 'binary', first, second), 'latin1')

const bytesOf = (text: string | Buffer): Buffer => (typeof text === 'string' ? Buffer.from(text) : text)

function blocksOf(key: KeyObject): Blocks {
  const bytes = key.export()
  const short = bytes.length > BLOCK ? Buffer.from(hash('sha256', bytes, 'binary'), 'latin1') : bytes
  const made = { inner: Buffer.alloc(BLOCK + ROOM), outer: Buffer.alloc(BLOCK + DIGEST) }
  for (let at = 0; at < BLOCK; at++) {
    made.inner[at] = (short[at] ?? 0) ^ 0x36
    made.outer[at] = (short[at] ?? 0) ^ 0x5c
  }
  blocks.set(key, made)
  return made
}
