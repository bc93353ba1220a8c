/**
 * The open streams of this server. Nothing is done for a stream while nothing happens to its account, except a heartbeat: all streams share one timer, and a
 * heartbeat is one small write (docs/decisions/0064-one-change-feed.md).
 */
import { topics } from '#contract/changes/changes.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '../core/actor.ts'
import { EVERYONE, has, topicsOf, type Change, type Touched } from '../core/changes/touch.ts'
import { MINUTE, SECOND } from '../core/clock.ts'
import { Ring } from './ring.ts'

/** What a stream needs of the response. */
export type Target = {
  write(chunk: Buffer | string): boolean
  end(): void
  destroy(): void
  once(event: 'close', listener: () => void): unknown
  readonly writableLength: number
  readonly destroyed: boolean
}
type Owner = Pick<Actor, 'kind' | 'accountId' | 'loginId' | 'sessionId'>
/** What a console knows: all up to the change with this id, or what it has read for so many milliseconds. */
type After = { readonly since?: string | undefined; readonly ago?: number | undefined }
type Session = Pick<Owner, 'accountId' | 'sessionId'>
type Stream = Omit<Owner, 'kind'> & {
  /** A sub-account must not learn of cards that are not its own. */
  readonly hearsCards: boolean
  readonly target: Target
  readonly slot: number
  readonly endsAt: number
}

/** Below the shortest idle limit of common proxies. */
const HEARTBEAT_S = 25
/** A login's browsers and devices; each needs one for all its tabs. Another one ends the oldest. */
const PER_LOGIN = 6
/** The console then comes back with its current token. */
const STREAM_MS = 30 * MINUTE
/** Changes that a console may miss and still continue. */
const RING = 4096
/** A receiver that does not read is cut off. */
const UNREAD_MAX = 65_536

/** One text for each set of topics. */
const textOf = Array.from(
  { length: 1 << topics.length },
  (_, mask) => `data: ${JSON.stringify({ topics: topicsOf(mask) })}\n\n`,
)
function dataOf({ topics, cards }: Change, hearsCards: boolean): string {
  if (!cards || !hearsCards) return textOf[topics]!
  return `data: ${JSON.stringify({ topics: topicsOf(topics), cards: [...cards] })}\n\n`
}
const idLine = (id: string | undefined): string => (id === undefined ? '' : `id: ${id}\n`)

export class Streams {
  readonly #ring = new Ring(RING)
  readonly #byAccount = new Map<string, Set<Stream>>()
  /** Oldest first. */
  readonly #byLogin = new Map<string, Stream[]>()
  /** Each second, the streams of one slot get their heartbeat. */
  readonly #slots = Array.from({ length: HEARTBEAT_S }, () => new Set<Stream>())
  #slot = 0
  /** What has changed for all accounts goes out with the heartbeats. */
  #ofAll = 0
  #ofAllBeats = 0
  #timer: NodeJS.Timeout | undefined
  #opened = 0
  #open = 0
  #max = Infinity
  readonly #accountChanged: (sessions: readonly Session[]) => void

  /** `accountChanged`: these sessions may have ended. */
  constructor(accountChanged: (sessions: readonly Session[]) => void) {
    this.#accountChanged = accountChanged
  }

  get size(): number {
    return this.#open
  }

  /** At most this many; others are refused. */
  limit(max: number): void {
    this.#max = max
  }

  refuseFull(): void {
    if (this.#open >= this.#max) throw refuse('busy')
  }

  open({ kind, accountId, loginId, sessionId }: Owner, target: Target, { since, ago }: After): void {
    const slot = this.#opened++ % HEARTBEAT_S
    const endsAt = performance.now() + STREAM_MS
    const stream: Stream = { accountId, loginId, sessionId, hearsCards: kind === 'parent', target, slot, endsAt }
    setOf(this.#byAccount, accountId).add(stream)
    this.#slots[slot]!.add(stream)
    this.#open++
    const ofLogin = this.#byLogin.get(loginId) ?? []
    this.#byLogin.set(loginId, [...ofLogin, stream])
    target.once('close', () => this.#forget(stream))
    if (target.destroyed) return this.#forget(stream)
    if (ofLogin.length >= PER_LOGIN) end(ofLogin[0]!)
    this.#timer ??= setInterval(() => this.#beat(), SECOND).unref()

    const missed =
      since !== undefined
        ? this.#ring.since(since, accountId)
        : ago === undefined
          ? undefined
          : this.#ring.ago(ago, accountId)
    if (missed === undefined) write(stream, this.#resync())
    else write(stream, `${idLine(this.#ring.lastId)}${missed.topics ? dataOf(missed, stream.hearsCards) : '\n'}`)
    // It may have ended after it was authenticated, before its stream was in the list.
    this.#accountChanged([stream])
  }

  /** A change that this or another process has sent. */
  changed(id: string, touched: Touched): void {
    this.#ring.add(id, touched)
    const doubtful: Session[] = []
    for (const [accountId, change] of touched) {
      if (accountId === EVERYONE) {
        this.#ofAll |= change.topics
        this.#ofAllBeats = HEARTBEAT_S
      }
      const streams = this.#byAccount.get(accountId)
      if (!streams) continue
      const [toParent, toSub] = [true, false].map((hears) => idLine(id) + dataOf(change, hears))
      for (const stream of streams) {
        write(stream, stream.hearsCards ? toParent! : toSub!)
        if (has(change.topics, 'account')) doubtful.push(stream)
      }
    }
    if (doubtful.length) this.#accountChanged(doubtful)
  }

  /** Changes may have been missed: consoles read everything again. */
  resync(): void {
    this.#ring.clear()
    const text = this.#resync()
    const all = [...this.#byAccount.values()].flatMap((streams) => [...streams])
    for (const stream of all) write(stream, text)
    if (all.length) this.#accountChanged(all)
  }

  endSessions(sessionIds: ReadonlySet<string>): void {
    for (const streams of this.#byAccount.values())
      for (const stream of streams) if (sessionIds.has(stream.sessionId)) end(stream)
  }

  /** On shutdown: the consoles go to another server. */
  endAll(): void {
    for (const streams of [...this.#byAccount.values()]) for (const stream of [...streams]) end(stream)
  }

  #resync(): string {
    return `${idLine(this.#ring.lastId)}event: resync\ndata: {}\n\n`
  }

  #beat(): void {
    this.#slot = (this.#slot + 1) % HEARTBEAT_S
    // The id, so that a console to which nothing has happened for hours can still continue.
    const data = this.#ofAll && textOf[this.#ofAll]!
    const beat = Buffer.from(`${idLine(this.#ring.lastId) || ':\n'}${data || '\n'}`)
    if (this.#ofAllBeats && --this.#ofAllBeats === 0) this.#ofAll = 0
    const at = performance.now()
    for (const stream of this.#slots[this.#slot]!) {
      if (at >= stream.endsAt) end(stream)
      else write(stream, beat)
    }
  }

  #forget(stream: Stream): void {
    if (!this.#slots[stream.slot]!.delete(stream)) return
    this.#open--
    const ofAccount = this.#byAccount.get(stream.accountId)!
    ofAccount.delete(stream)
    if (!ofAccount.size) this.#byAccount.delete(stream.accountId)
    const left = this.#byLogin.get(stream.loginId)!.filter((other) => other !== stream)
    if (left.length) this.#byLogin.set(stream.loginId, left)
    else this.#byLogin.delete(stream.loginId)
    if (this.#open) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

const end = ({ target }: Stream): void => target.end()

function write({ target }: Stream, text: Buffer | string): void {
  if (target.writableLength > UNREAD_MAX) target.destroy()
  else target.write(text)
}

function setOf<K, V>(map: Map<K, Set<V>>, key: K): Set<V> {
  const found = map.get(key) ?? new Set<V>()
  map.set(key, found)
  return found
}
