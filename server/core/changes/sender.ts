import { isBusy } from '../db.ts'
import { OwnConnection } from '../database/ownConnection.ts'
import { tellFault } from '../log.ts'
import { addTo, type Touched } from './touch.ts'

export const CHANNEL = 'kaika_changed'

/** Changes are gathered for this long after the last ones were sent; the first are sent immediately. */
const EVERY_MS = 50
const AGAIN_MS = 1000
/** A notification may have 8,000 bytes. */
const PAYLOAD_MAX = 7_000
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
    for (const [accountId, change] of touched) addTo(this.#waiting, accountId, change)
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
      if (touched.size < WAITING_MAX) for (const [accountId, change] of touched) addTo(this.#waiting, accountId, change)
    }
    this.#timer = undefined
    if (this.#waiting.size && !this.#closed) this.#wait(again || this.#sentAt + EVERY_MS - performance.now())
  }
}

/**
 * `5acc_… +card_… 1acc_…`: the topics as a hexadecimal digit before each account, then the cards that it is about. A server of a version without cards takes them for
 * accounts that nobody listens to.
 */
function payloads(touched: Touched): string[] {
  const parts: string[] = []
  let part = ''
  for (const [accountId, { topics, cards = [] }] of touched) {
    const words = [topics.toString(16) + accountId, ...Array.from(cards, (cardId) => `+${cardId}`)].join(' ')
    if (part.length + words.length > PAYLOAD_MAX) {
      parts.push(part)
      part = ''
    }
    part += part ? ` ${words}` : words
  }
  return [...parts, part]
}

/** The change that a notification carries, with its id. */
export function readPayload(payload: string): { id: string; touched: Touched } {
  const [id = '', ...changes] = payload.split(/ (?!\+)/)
  const touched: Touched = new Map()
  for (const change of changes) {
    const [account = '', ...cards] = change.split(' +')
    const topics = Number.parseInt(account[0]!, 16)
    touched.set(account.slice(1), { topics, cards: cards.length ? new Set(cards) : undefined })
  }
  return { id, touched }
}
