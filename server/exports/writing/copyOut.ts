/**
 * `COPY … TO STDOUT` as pieces of bytes. PostgreSQL writes the rows as text and Node passes them on: a million rows cost little more than
 * they do in psql, and memory stays flat, because the connection is not read while nobody takes.
 */
import type { Socket } from 'node:net'
import type { Connection, PoolClient, Submittable } from 'pg'

/** So many pieces may wait, each what one reading of the connection brought; then PostgreSQL waits. */
const PIECES_WAITING = 4

/** Every message begins with a letter, and with four bytes that say how long it is, those four with it. */
const LENGTH_BYTES = 4
const HEAD_BYTES = 1 + LENGTH_BYTES
const ROW = 'd'.charCodeAt(0)
/** Rows, their beginning, notices and settings. What else comes ends them. */
const amongRows = new Set(Buffer.from('dHNS'))

type Wire = Connection & { query(text: string): void; stream: Socket }
type Reader = (chunk: Buffer) => void

/** Pieces end where they end, in the middle of a line too. `text` has no parameters: COPY knows none. */
export async function* copyOut(client: PoolClient, text: string): AsyncGenerator<Buffer> {
  const copy = new CopyOut(text)
  client.query(copy)
  try {
    for (let piece = await copy.next(); piece; piece = await copy.next()) yield piece
  } finally {
    copy.leave()
  }
}

/**
 * A query of one's own, as node-postgres lets one write it. While rows come, their bytes are read here: as messages of node-postgres they
 * would be three objects for each row, and clearing those up a fifth of the work. Everything else is its to read.
 */
class CopyOut implements Submittable {
  readonly #text: string
  #stream: Socket | undefined
  #theirs: Reader = () => {}
  /** Of the message that is being read: its letter, how much of its head is read, its length, and how many bytes of it are to come. */
  #kind = 0
  #head = 0
  #length = 0
  #left = 0
  readonly #ready: Buffer[] = []
  #ended = false
  #error: Error | undefined
  #wake: (() => void) | undefined

  constructor(text: string) {
    this.#text = text
  }

  submit(connection: Connection): void {
    const wire = connection as Wire
    this.#stream = wire.stream
    this.#theirs = wire.stream.listeners('data')[0] as Reader
    wire.stream.off('data', this.#theirs).on('data', this.#read)
    wire.query(this.#text)
  }

  async next(): Promise<Buffer | undefined> {
    while (this.#ready.length === 0) {
      if (this.#error) throw this.#error
      if (this.#ended) return undefined
      await new Promise<void>((wake) => (this.#wake = wake))
    }
    const piece = this.#ready.shift()
    if (this.#ready.length < PIECES_WAITING) this.#stream?.resume()
    return piece
  }

  /** Whoever leaves early closes the connection: nothing else stops a COPY. */
  leave(): void {
    this.#ready.length = 0
    this.#stream?.resume()
  }

  /** The bytes are ours alone: what rows say moves together in their own place, over what only tells one row from the next. */
  readonly #read = (bytes: Buffer): void => {
    let [at, filled] = [0, 0]
    while (at < bytes.length) {
      if (this.#left > 0) {
        const end = Math.min(bytes.length, at + this.#left)
        if (this.#kind === ROW) {
          bytes.copyWithin(filled, at, end)
          filled += end - at
        }
        this.#left -= end - at
        at = end
      } else if (!this.#readHead(bytes[at]!)) break
      else at++
    }
    if (filled) this.#ready.push(bytes.subarray(0, filled))
    if (this.#ready.length >= PIECES_WAITING) this.#stream!.pause()
    this.#awake()
    if (at < bytes.length) this.#handBack(bytes.subarray(at))
  }

  /** False: with this byte begins what is not ours to read. */
  #readHead(byte: number): boolean {
    if (this.#head === 0) {
      if (!amongRows.has(byte)) return false
      this.#kind = byte
      this.#length = 0
    } else this.#length = this.#length * 256 + byte
    this.#head = (this.#head + 1) % HEAD_BYTES
    if (this.#head === 0) this.#left = this.#length - LENGTH_BYTES
    return true
  }

  #handBack(bytes: Buffer): void {
    this.#stream!.off('data', this.#read).on('data', this.#theirs)
    this.#theirs(bytes)
  }

  #awake(): void {
    const wake = this.#wake
    this.#wake = undefined
    wake?.()
  }

  handleError(error: Error): void {
    this.#error = error
    this.#awake()
  }

  handleReadyForQuery(): void {
    this.#ended = true
    this.#awake()
  }

  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
}
