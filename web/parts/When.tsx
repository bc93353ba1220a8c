import { useSyncExternalStore } from 'react'
import { useText } from '../text.ts'
import { serverNow } from './client/serverClock.ts'
import { showShortTime, showTime } from './dates.ts'
import { since } from './moments.ts'

/**
 * When a row's event happened, where people look for what is new: how long ago, if that is less than a day, with the exact time on hover. What the row opens
 * shows the exact time, because nobody reaches a `title` by keyboard. An older moment is exact, or with `short` as short as a phone needs it.
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
