import { randomUUID, type KeyObject } from 'node:crypto'
import { newId } from '#server/core/ids.ts'
import type { Store } from '../store.ts'
import type { Faults } from './faults.ts'
import { postSigned, type Post, type Signer } from './post.ts'

const BATCH = 100
const FIRST_RETRY_MS = 200
const LAST_RETRY_MS = 30_000

/** An event before the queue assigns its id. Distributes over a union. */
export type NewOf<E> = E extends { id: string } ? Omit<E, 'id' | 'issuer'> : never

/** Sends some events in a form of its own, one by one. */
export type Courier<E> = {
  takes(event: E): boolean
  /** False if it was not accepted: the event is sent again. */
  send(event: E): Promise<boolean>
}

export type EventQueue<E extends { id: string }> = {
  /** Stores the event, then sends it repeatedly until it is accepted. */
  add(event: NewOf<E>): E
  /** Waits until everything due has been offered once; at most `patienceMs`. Returns true when the queue is empty. */
  flush(patienceMs?: number): Promise<boolean>
  list(after: number, limit: number): { events: E[]; next: string; more: boolean }
  stop(): Promise<void>
}

export type QueueOptions<E extends { id: string }> = {
  table: 'events' | `${'lithic' | 'stripe'}_events` | `${'wechat' | 'alipay' | 'unionpay'}_events`
  /** The server's endpoint for them. */
  path: string
  /** Fields added to every event. */
  mark?: object
  createId?: () => string
  /** Sends each event in a message of its own, signed under the event's id, and returns its body. Otherwise many share a message. */
  separately?: (event: E) => string
  signer?: Signer
  store: Store
  key: KeyObject
  now: () => number
  random: () => number
  faults: Faults
  post: Post
  courier?: Courier<E>
}

type Due = { seq: number; body: string; copies: number; tries: number }

/** Events on their way to our server. Due times use the machine's clock, so that a moved clock delays nothing. */
export function eventQueue<E extends { id: string }>({
  table,
  path,
  mark = {},
  createId = () => newId('evt'),
  separately,
  signer,
  store,
  key,
  now,
  random,
  faults,
  post,
  courier,
}: QueueOptions<E>): EventQueue<E> {
  let timer: NodeJS.Timeout | undefined
  let pumping: Promise<void> | undefined
  let stopped = false

  const due = (): Due[] =>
    store.many<Due>(
      `SELECT seq, body, copies, tries FROM ${table} WHERE due_at <= :at ORDER BY due_at, seq LIMIT :limit`,
      { at: Date.now(), limit: separately ? 1 : BATCH },
    )

  async function pump(): Promise<void> {
    for (let batch = due(); batch.length && !stopped; batch = due()) {
      const taken = await offered(batch)
      store.together(() => batch.forEach(taken ? sent : failed))
      if (!taken) break
    }
  }

  function messageOf(batch: Due[]): { id: string; body: string } {
    if (!separately) return { id: randomUUID(), body: `{"events":[${batch.map(({ body }) => body).join(',')}]}` }
    const event = JSON.parse(batch[0]!.body) as E
    return { id: event.id, body: separately(event) }
  }

  async function offered(batch: Due[]): Promise<boolean> {
    const events = batch.map(({ body }) => JSON.parse(body) as E)
    const own = courier ? batch.filter((_, at) => !courier.takes(events[at]!)) : batch
    try {
      if (own.length && !(await offeredTogether(own))) return false
      for (const event of events) if (courier?.takes(event) && !(await courier.send(event))) return false
      return true
    } catch {
      return false
    }
  }

  const offeredTogether = async (batch: Due[]): Promise<boolean> =>
    (await postSigned(post, path, { key, nowMs: now(), ...(signer && { signer }), ...messageOf(batch) }, 10_000))
      .status === 200

  const sent = ({ seq, copies }: Due): void => {
    // A copy is sent later in a separate message, as by a sender that missed our answer.
    const again = copies > 1 ? Date.now() + Math.floor(random() * 300) : null
    store.run(`UPDATE ${table} SET due_at = :again, copies = copies - 1, tries = 0 WHERE seq = :seq`, { again, seq })
  }
  const failed = ({ seq, tries }: Due): void => {
    const wait = Math.min(FIRST_RETRY_MS * 2 ** tries, LAST_RETRY_MS)
    store.run(`UPDATE ${table} SET due_at = :at, tries = tries + 1 WHERE seq = :seq`, { at: Date.now() + wait, seq })
  }

  const wake = (): Promise<void> =>
    (pumping ??= pump().finally(() => {
      pumping = undefined
      sleep()
    }))

  function sleep(): void {
    clearTimeout(timer)
    if (stopped) return
    const next = store.maybeOne<{ at: number | null }>(
      `SELECT min(due_at) AS at FROM ${table} WHERE due_at IS NOT NULL`,
    )?.at
    if (next == null) return
    timer = setTimeout(() => void wake(), Math.max(0, Math.min(next - Date.now(), 60_000)))
  }

  sleep()
  return {
    add(draft) {
      const event = { id: createId(), ...mark, ...draft } as unknown as E
      const lost = random() < faults.dropRate
      const at = Date.now() + faults.latencyMs + Math.floor(random() * faults.reorderMs)
      store.run(`INSERT INTO ${table} (id, body, due_at, copies) VALUES (:id, :body, :at, :copies)`, {
        id: event.id,
        body: JSON.stringify(event),
        at: lost ? null : at,
        copies: faults.duplicate ? 2 : 1,
      })
      if (!pumping) sleep()
      return event
    },
    async flush(patienceMs = 1000) {
      let patience: NodeJS.Timeout | undefined
      await Promise.race([wake(), new Promise((done) => (patience = setTimeout(done, patienceMs)))])
      clearTimeout(patience)
      return store.maybeOne(`SELECT 1 FROM ${table} WHERE due_at IS NOT NULL LIMIT 1`) === undefined
    },
    list(after, limit) {
      const rows = store.many<{ seq: number; body: string }>(
        `SELECT seq, body FROM ${table} WHERE seq > :after ORDER BY seq LIMIT :limit`,
        { after, limit: limit + 1 },
      )
      const shown = rows.slice(0, limit)
      return {
        events: shown.map(({ body }) => JSON.parse(body) as E),
        next: String(shown.at(-1)?.seq ?? after),
        more: rows.length > limit,
      }
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await pumping
    },
  }
}
