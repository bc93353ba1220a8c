/**
 * Streams `COPY … TO STDOUT` as chunks of bytes. PostgreSQL writes the rows as text and Node passes them on: a million rows cost little more than in psql, and
 * memory stays flat, because the connection is not read while the receiver is not ready.
 */
import type { Socket } from 'node:net'
import type { Connection, PoolClient, Submittable } from 'pg'

/** At most this many chunks wait, one per read of the connection; then PostgreSQL waits. */
const PIECES_WAITING = 4

/** Every message begins with a letter and a four-byte length, which includes those four. */
const LENGTH_BYTES = 4
const HEAD_BYTES = 1 + LENGTH_BYTES
const ROW = 'd'.charCodeAt(0)
/** Rows, their beginning, notices and settings. Any other message ends them. */
const amongRows = new Set(Buffer.from('dHNS'))

type Wire = Connection & { query(text: string): void; stream: Socket }
type Reader = (chunk: Buffer) => void

/** Chunks may end in the middle of a line. `text` has no parameters: COPY supports none. */
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
 * A custom node-postgres query. While rows arrive, their bytes are read here: as node-postgres messages, they would be three objects per row, and garbage
 * collection would be a fifth of the work. node-postgres reads everything else.
 */
class CopyOut implements Submittable {
  readonly #text: string
  #stream: Socket | undefined
  #theirs: Reader = () => {}
  /** The message being read: its letter, how much of its header is read, its length, and how many bytes are missing. */
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

  /** Leaving early closes the connection: nothing else stops a COPY. */
  leave(): void {
    this.#ready.length = 0
    this.#stream?.resume()
  }

  /** Works in place: row contents are moved together over the message headers between them. */
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

  /** Returns false if this byte starts a message that is not ours to read. */
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
