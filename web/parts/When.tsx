import { useSyncExternalStore } from 'react'
import { useText } from '../text.ts'
import { serverNow } from './client/serverClock.ts'
import { showShortTime, showTime } from './dates.ts'
import { since } from './moments.ts'

/**
 * When a row's event happened: within a day how long ago, with the exact time on hover, and before that the exact time, or its short form for phones with
 * `short`. Use it only where the row opens into a page that shows the exact time: a `title` cannot be reached by keyboard.
 */
export function When({ time, short, className }: { time: number; short?: boolean; className?: string | undefined }) {
  const t = useText()
  useSyncExternalStore(onStep, step)
  const ago = since(time, serverNow())
  const exact = showTime(time)
  return (
    <time className={className} dateTime={new Date(time).toISOString()} title={exact}>
      {ago ? t(`parts.ago.${ago.unit}`, { count: ago.count }) : short ? showShortTime(time) : exact}
    </time>
  )
}

/** One timer for all rows. Half a minute late is early enough for a number of minutes. */
const STEP_MS = 30_000
const step = (): number => Math.floor(serverNow() / STEP_MS)
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
function onStep(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => listeners.forEach((listen) => listen()), STEP_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
