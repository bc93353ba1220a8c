/**
 * The time of the simulated world. It can be advanced, together with the clock of Kaika's server, so that a month can be stepped through manually. Never
 * backwards: past events stay in the past.
 */
import { randomUUID, type KeyObject } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { postSigned, type Post } from './network/post.ts'
import type { Store } from './store.ts'
import { Refused } from './world.ts'

const FACT = 'clock offset ms'
const RETRY_MS = 2000

export type WorldClock = {
  now(): number
  /** The current offset. */
  readonly offsetMs: number
  /** Fixed at this moment, or running if null: for tests, and not sent to the server. */
  fixedMs: number | null
  /** Advances the server's clock first, and its own once the server has answered. */
  forward(byMs: number): Promise<void>
  stop(): void
}

export function worldClock({
  store,
  key,
  post,
  read,
}: {
  store: Store
  key: KeyObject
  post: Post
  read: () => number
}): WorldClock {
  const stopping = new AbortController()
  const stored = store.maybeOne<{ value: string }>('SELECT value FROM facts WHERE name = :name', { name: FACT })
  let offsetMs = Number(stored?.value ?? 0)

  function keep(moved: number): void {
    offsetMs = moved
    store.run('INSERT OR REPLACE INTO facts (name, value) VALUES (:name, :value)', { name: FACT, value: String(moved) })
  }

  /** The larger offset wins. Signed with the machine's own time, which both sides share. */
  async function agree(moved: number): Promise<boolean> {
    const signed = { key, id: randomUUID(), nowMs: Date.now(), body: JSON.stringify({ offsetMs: moved }) }
    const { status, body } = await postSigned(post, '/simulated/clock', signed, 5000)
    if (status !== 200) return false
    const { offsetMs: agreed } = JSON.parse(body.toString()) as { offsetMs?: unknown }
    if (!Number.isSafeInteger(agreed)) return false
    keep(Number(agreed))
    return true
  }

  /** Either side may have been reinstalled, and the server may start later than the simulators. */
  async function agreeAtStart(): Promise<void> {
    while (!stopping.signal.aborted) {
      const answered = await agree(offsetMs).then(
        () => true,
        () => false,
      )
      if (answered) return
      await setTimeout(RETRY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
  void agreeAtStart()

  return {
    fixedMs: null,
    now() {
      return this.fixedMs ?? read() + offsetMs
    },
    get offsetMs() {
      return offsetMs
    },
    async forward(byMs) {
      const agreed = await agree(offsetMs + byMs).catch(() => false)
      if (!agreed) throw new Refused(409, 'SERVER_AWAY', "Kaika's server did not move its clock")
    },
    stop: () => stopping.abort(),
  }
}
