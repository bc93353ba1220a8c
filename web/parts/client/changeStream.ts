/** One stream of changes for all tabs of the browser: the tab that holds the lock listens and tells the others (docs/decisions/0064-one-change-feed.md). */
import { ChangeEvent, LONGEST_AGO_MS, watchChanges, type Topic } from '#contract/changes/changes.ts'
import type { Input } from '#contract/core/call.ts'
import { heardOf, setListening } from './changes.ts'
import { openEvents } from './client.ts'
import { onSession, session } from './session.ts'

const NAME = 'kaika:changes'
/** Two heartbeats have not come: the connection, or the tab that listens, is gone (docs/reference/numbers.md#console). */
const SILENT_MS = 60_000
/** A stream that lasted this long was fine, and the next one may follow soon; otherwise each try waits twice as long. */
const STEADY_MS = 30_000
const AGAIN_MS = 1_000
const AGAIN_MAX_MS = 60_000
/** The way to the server takes no longer than this, or everything is read again. */
const ON_THE_WAY_MS = 2_000

/** What the listening tab tells the others. `id`: of the last change, so that another tab can continue after it. */
type Said = {
  up: boolean
  /** When the last change was heard, by the clock of this machine. */
  changedAt?: number | undefined
  id?: string | undefined
  changed?: readonly Topic[] | 'anything' | undefined
  cards?: readonly string[] | undefined
}
type Say = (said: Said) => void

let stopListening: (() => void) | undefined

/** From here on, as long as somebody is signed in. */
export function listenForChanges(): void {
  if (stopListening || !session().IsLogin || !('locks' in navigator)) return
  const stop = listenWithOthers()
  const unwatch = onSession(() => {
    if (!session().IsLogin) stopListening?.()
  })
  stopListening = () => {
    stopListening = undefined
    unwatch()
    stop()
  }
}

function listenWithOthers(): () => void {
  const stop = new AbortController()
  const others = new BroadcastChannel(NAME)
  const known: Said = { up: false }
  let leads = false
  let joined = false
  let silent: ReturnType<typeof setTimeout> | undefined

  const hear: Say = ({ up, id, changed, changedAt, cards }) => {
    clearTimeout(silent)
    if (up) silent = setTimeout(() => hear({ up: false }), SILENT_MS)
    known.up = up
    known.id = id ?? known.id
    known.changedAt = changedAt ?? known.changedAt
    setListening(up)
    if (changed) heardOf(changed === 'anything' ? undefined : { topics: changed, cards })
  }
  const say: Say = (more) => {
    if (stop.signal.aborted) return
    const said = more.changed ? { ...more, changedAt: Date.now() } : more
    hear(said)
    others.postMessage(said)
  }
  others.addEventListener('message', ({ data }: MessageEvent<Said | 'is it heard?'>) => {
    if (data === 'is it heard?') {
      if (leads) others.postMessage(known)
      return
    }
    const isAnswer = !data.changed && data.changedAt !== undefined
    // It was told while this tab was loading, and had begun to read.
    const missed = isAnswer && !joined && data.changedAt! >= performance.timeOrigin
    if (isAnswer) joined = true
    hear(missed ? { ...data, changed: 'anything' } : data)
  })
  others.postMessage('is it heard?')
  navigator.locks
    .request(NAME, { signal: stop.signal }, async () => {
      leads = true
      await lead(known, say, stop.signal)
    })
    .catch(() => {})
  return () => {
    stop.abort()
    clearTimeout(silent)
    others.close()
    setListening(false)
  }
}

async function lead(known: Said, say: Say, stop: AbortSignal): Promise<void> {
  let failed = 0
  while (!stop.aborted) {
    const begun = performance.now()
    // A refusal that ends the session has ended it; after any other, lists ask by themselves until the next try.
    await follow(known, say, stop).catch(() => {})
    say({ up: false })
    failed = performance.now() - begun >= STEADY_MS ? 0 : failed + 1
    await pause(Math.min(AGAIN_MS * 2 ** failed, AGAIN_MAX_MS) * (0.5 + Math.random() / 2), stop)
  }
}

/** Until the stream ends, or nothing is heard of it any more. */
async function follow(known: Said, say: Say, stop: AbortSignal): Promise<void> {
  const over = new AbortController()
  let silent = setTimeout(() => over.abort(), SILENT_MS)
  try {
    const signal = AbortSignal.any([stop, over.signal])
    const askedMs = performance.now()
    const body = await openEvents(watchChanges, from(known, askedMs), signal)
    if (performance.now() - askedMs > ON_THE_WAY_MS) say({ up: true, changed: 'anything' })
    for await (const { id, event, data } of eventsIn(body)) {
      clearTimeout(silent)
      silent = setTimeout(() => over.abort(), SILENT_MS)
      if (event === 'resync') say({ up: true, id, changed: 'anything' })
      else say({ up: true, id, ...(data && changeIn(data)) })
    }
  } finally {
    clearTimeout(silent)
  }
}

/** The first answers were read while this code was still on its way (early.ts), so changes count from the beginning of the visit. */
function from({ id }: Said, nowMs: number): Input<typeof watchChanges> {
  if (id !== undefined) return { since: id }
  const ago = Math.ceil(nowMs) + ON_THE_WAY_MS
  return ago > LONGEST_AGO_MS ? {} : { ago }
}

function changeIn(data: string): Pick<Said, 'changed' | 'cards'> {
  const { topics, cards } = ChangeEvent.parse(JSON.parse(data))
  return { changed: topics, cards }
}

type Event = { id?: string; event?: string; data?: string }

/** The server writes each field on one line. */
async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<Event> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    rest += decoder.decode(read.value, { stream: true })
    const events = rest.split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) yield Object.fromEntries(event.split('\n').map(fieldIn))
  }
}

function fieldIn(line: string): [name: string, value: string] {
  const at = line.indexOf(':')
  return [line.slice(0, at), line.slice(at + 1).trim()]
}

/** Shorter when the network comes back. */
function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      stop.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done)
    stop.addEventListener('abort', done)
  })
}
