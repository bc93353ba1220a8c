/**
 * A table of places with a fixed number of entries, outside of the heap: it is never reorganized, the collector never walks it, and a full part of it forgets what was used longest ago.
 */

/** Where the money of a card lies. `code`: the keyed hash of its number and security code, where its issuer gives us these. */
export type Place = {
  readonly cell: number
  readonly laId: number
  readonly cardId: string
  readonly code: Buffer | null
}

/** Bytes of an entry: the first half of the card's hash (16), its ledger account (8), when it was used (4), its cell (1), the lengths of code and id (2), the code (32), the id (32). */
export const ENTRY = 96
const [LA_ID, USED, CELL, CODE_SIZE, ID_SIZE, CODE, ID] = [16, 24, 28, 29, 30, 32, 64]
const KEY = 16
const ROOM = 32
/** Entries that may hold a card. */
const WAYS = 16

export class PlaceTable {
  readonly entries: number
  readonly #bytes: Buffer
  readonly #sets: number
  #taken = 0
  #uses = 0

  /** `entries`: a power of two. */
  constructor(entries: number) {
    this.entries = entries
    this.#sets = entries / WAYS
    this.#bytes = Buffer.alloc(entries * ENTRY)
  }

  /** Soon, cards that are still used are forgotten for others. */
  get isFull(): boolean {
    return this.#taken > this.entries / 2
  }

  get(hash: Buffer): Place | undefined {
    const at = hash.length < KEY ? -1 : this.#find(hash)
    if (at < 0) return undefined
    const bytes = this.#bytes
    bytes.writeUInt32LE(++this.#uses >>> 0, at + USED)
    const codeSize = bytes[at + CODE_SIZE]!
    return {
      cell: bytes[at + CELL]!,
      laId: bytes.readDoubleLE(at + LA_ID),
      cardId: bytes.toString('latin1', at + ID, at + ID + bytes[at + ID_SIZE]!),
      // A copy: the entry may be another card's by the time it is compared.
      code: codeSize ? Buffer.from(bytes.subarray(at + CODE, at + CODE + codeSize)) : null,
    }
  }

  set(hash: Buffer, { cell, laId, cardId, code }: Place): void {
    const known = this.#find(hash)
    const at = known < 0 ? this.#leastUsed(hash) : known
    const bytes = this.#bytes
    if (bytes[at + ID_SIZE] === 0) this.#taken++
    hash.copy(bytes, at, 0, KEY)
    bytes.writeDoubleLE(laId, at + LA_ID)
    bytes.writeUInt32LE(++this.#uses >>> 0, at + USED)
    bytes[at + CELL] = cell
    bytes[at + CODE_SIZE] = code ? code.copy(bytes, at + CODE, 0, ROOM) : 0
    bytes[at + ID_SIZE] = bytes.write(cardId, at + ID, ROOM, 'latin1')
  }

  delete(hash: Buffer): void {
    const at = this.#find(hash)
    if (at < 0) return
    this.#bytes[at + ID_SIZE] = 0
    this.#taken--
  }

  #first(hash: Buffer): number {
    return (hash.readUInt32LE(0) % this.#sets) * WAYS * ENTRY
  }

  #find(hash: Buffer): number {
    const bytes = this.#bytes
    const first = this.#first(hash)
    for (let at = first; at < first + WAYS * ENTRY; at += ENTRY)
      if (bytes[at + ID_SIZE] !== 0 && hash.compare(bytes, at, at + KEY, 0, KEY) === 0) return at
    return -1
  }

  /** A free entry, or the one that was used longest ago. */
  #leastUsed(hash: Buffer): number {
    const bytes = this.#bytes
    const first = this.#first(hash)
    let [least, age] = [first, -1]
    for (let at = first; at < first + WAYS * ENTRY; at += ENTRY) {
      if (bytes[at + ID_SIZE] === 0) return at
      const its = (this.#uses - bytes.readUInt32LE(at + USED)) >>> 0
      if (its > age) [least, age] = [at, its]
    }
    return least
  }
}
