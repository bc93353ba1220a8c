import { isBusy } from '../db.ts'
import { OwnConnection } from '../database/ownConnection.ts'
import { tellFault } from '../log.ts'
import { addTo, type Touched } from './touch.ts'

export const CHANNEL = 'kaika_changed'

/** Changes are gathered for this long after the last ones were sent; the first are sent immediately. */
const EVERY_MS = 50
const AGAIN_MS = 1000
/** With ids of 30 characters, half of the 8,000 bytes that a notification may have. */
const ACCOUNTS_AT_ONCE = 100
/** While the database is away. Beyond, they are dropped: consoles read again when they have reconnected. */
const WAITING_MAX = 10_000

/** Tells the other processes what this one has changed. Lossy by design: consoles also ask slowly. */
export class ChangeSender {
  readonly #connection: OwnConnection
  #waiting: Touched = new Map()
  #sentAt = -Infinity
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  #closed = false

  constructor(url: string) {
    // Nothing waits for the disk, or for a standby, because of a hint.
    this.#connection = new OwnConnection(url, { name: 'kaika changes', onOpen: 'SET synchronous_commit = off' })
  }

  send(touched: Touched): void {
    if (this.#closed) return
    for (const [accountId, mask] of touched) addTo(this.#waiting, accountId, mask)
    this.#wait(this.#sentAt + EVERY_MS - performance.now())
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#sending
    await this.#flush()
    await this.#connection.close()
  }

  #wait(ms: number): void {
    this.#timer ??= setTimeout(() => void (this.#sending = this.#flush()), Math.max(0, ms)).unref()
  }

  async #flush(): Promise<void> {
    const touched = this.#waiting
    if (touched.size === 0) return
    this.#waiting = new Map()
    this.#sentAt = performance.now()
    let again = 0
    try {
      await this.#connection.query(
        `SELECT pg_notify('${CHANNEL}', nextval('change_id') || ' ' || part) FROM unnest($1::text[]) AS part`,
        [payloads(touched)],
      )
    } catch (error) {
      if (!isBusy(error)) tellFault('changes were not sent', error)
      again = AGAIN_MS
      if (touched.size < WAITING_MAX) for (const [accountId, mask] of touched) addTo(this.#waiting, accountId, mask)
    }
    this.#timer = undefined
    if (this.#waiting.size && !this.#closed) this.#wait(again || this.#sentAt + EVERY_MS - performance.now())
  }
}

/** `5acc_… 1acc_…`: the topics as a hexadecimal digit before each account. */
function payloads(touched: Touched): string[] {
  const words = Array.from(touched, ([accountId, mask]) => mask.toString(16) + accountId)
  const parts: string[] = []
  for (let at = 0; at < words.length; at += ACCOUNTS_AT_ONCE)
    parts.push(words.slice(at, at + ACCOUNTS_AT_ONCE).join(' '))
  return parts
}

/** The change that a notification carries, with its id. */
export function readPayload(payload: string): { id: string; touched: Touched } {
  const [id = '', ...words] = payload.split(' ')
  return { id, touched: new Map(words.map((word) => [word.slice(1), Number.parseInt(word[0]!, 16)])) }
}
