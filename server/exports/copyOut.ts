/**
 * `COPY … TO STDOUT` as pieces of bytes. PostgreSQL writes the rows as text and Node passes them on: a million rows cost little more than
 * they do in psql, and memory stays flat, because the connection is not read while nobody takes.
 */
import type { Connection, PoolClient, Submittable } from 'pg'

/** Pieces of this size: smaller ones cost more than they carry. */
const PIECE_BYTES = 64 * 1024
/** So many may wait; then PostgreSQL waits. */
const PIECES_WAITING = 4

type Wire = Connection & { query(text: string): void; stream: { pause(): void; resume(): void } }

/** Whole lines, in pieces. `text` has no parameters: COPY knows none. */
export async function* copyOut(client: PoolClient, text: string): AsyncGenerator<Buffer> {
  const copy = new CopyOut(text)
  client.query(copy)
  try {
    for (let piece = await copy.next(); piece; piece = await copy.next()) yield piece
  } finally {
    copy.leave()
  }
}

/** What node-postgres asks of a query of one's own: it is handed the messages as they come. */
class CopyOut implements Submittable {
  readonly #text: string
  #wire: Wire | undefined
  #piece = Buffer.allocUnsafe(PIECE_BYTES)
  #filled = 0
  readonly #ready: Buffer[] = []
  #ended = false
  #error: Error | undefined
  #wake: (() => void) | undefined

  constructor(text: string) {
    this.#text = text
  }

  submit(connection: Connection): void {
    this.#wire = connection as Wire
    this.#wire.query(this.#text)
  }

  async next(): Promise<Buffer | undefined> {
    while (this.#ready.length === 0) {
      if (this.#error) throw this.#error
      if (this.#ended) return undefined
      await new Promise<void>((wake) => (this.#wake = wake))
    }
    const piece = this.#ready.shift()
    if (this.#ready.length < PIECES_WAITING) this.#wire?.stream.resume()
    return piece
  }

  /** Whoever leaves early closes the connection: nothing else stops a COPY. */
  leave(): void {
    this.#ready.length = 0
    this.#wire?.stream.resume()
  }

  /** One message is one line. Its bytes are node-postgres's own and are written over afterwards, so they are copied. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#filled + chunk.length > this.#piece.length) this.#cut(Math.max(PIECE_BYTES, chunk.length))
    this.#filled += chunk.copy(this.#piece, this.#filled)
  }

  #cut(next: number): void {
    if (this.#filled) this.#ready.push(this.#piece.subarray(0, this.#filled))
    this.#piece = Buffer.allocUnsafe(next)
    this.#filled = 0
    if (this.#ready.length >= PIECES_WAITING) this.#wire?.stream.pause()
    this.#awake()
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
    if (!this.#error) this.#cut(0)
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
