/** What has changed in the account, as this tab hears it (docs/decisions/0064-one-change-feed.md). `changeStream.ts` listens for it. */
import { useSyncExternalStore } from 'react'
import type { Topic } from '#contract/changes/changes.ts'

/** `cards`: only what belongs to these cards. Undefined: anything may have changed. */
export type Changed = { readonly topics: readonly Topic[]; readonly cards?: readonly string[] | undefined } | undefined

/** Whether this changes what depends on these topics, of one card or of all. */
export const concerns = (changed: Changed, live: readonly Topic[], ofCard: string | undefined): boolean =>
  !changed ||
  (live.some((topic) => changed.topics.includes(topic)) &&
    (!changed.cards || ofCard === undefined || changed.cards.includes(ofCard)))

/** Nothing is read again more often than this because of changes (docs/reference/numbers.md#console). */
export const AT_MOST_MS = 700

let listening = false
const watching = new Set<() => void>()
const listeners = new Set<(changed: Changed) => void>()

/** Whether changes are heard, so that nothing needs to ask for them. */
export const isListening = (): boolean => listening
export function setListening(on: boolean): void {
  if (listening === on) return
  listening = on
  for (const seen of watching) seen()
}

export const useListening = (): boolean => useSyncExternalStore(watch, isListening)
function watch(seen: () => void): () => void {
  watching.add(seen)
  return () => watching.delete(seen)
}

export function onChanges(act: (changed: Changed) => void): () => void {
  listeners.add(act)
  return () => listeners.delete(act)
}

export const heardOf = (changed: Changed): void => {
  for (const listen of listeners) listen(changed)
}

/** Calls `act` once for changes that come close together. What changes while the tab is hidden waits until it is looked at. */
export function whenChanged(topic: Topic, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let missed = false
  const look = (): void => {
    missed = true
    if (document.hidden || timer !== undefined) return
    missed = false
    act()
    timer = setTimeout(() => {
      timer = undefined
      if (missed) look()
    }, AT_MOST_MS)
  }
  const seen = (): void => void (missed && look())
  const stop = onChanges((changed) => {
    if (concerns(changed, [topic], undefined)) look()
  })
  document.addEventListener('visibilitychange', seen)
  return () => {
    stop()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', seen)
  }
}
