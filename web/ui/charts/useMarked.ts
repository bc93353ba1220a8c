import { useState, type KeyboardEvent } from 'react'

/** Which of `count` places along a chart is marked: arrow keys, Home and End move through them, Escape marks none, and Enter opens the marked one. */
export function useMarked(count: number, onOpen: ((index: number) => unknown) | undefined) {
  const [at, setAt] = useState<number>()
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowRight: (at ?? -1) + 1, ArrowLeft: (at ?? count) - 1, Home: 0, End: count - 1 }[event.key]
    if (event.key === 'Escape') setAt(undefined)
    if (event.key === 'Enter' && at !== undefined) onOpen?.(at)
    if (to === undefined) return
    event.preventDefault()
    setAt(Math.min(count - 1, Math.max(0, to)))
  }
  return { at, setAt, onKeyDown }
}
