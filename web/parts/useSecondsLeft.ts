import { useEffect, useState } from 'react'
import { serverNow } from './client/serverClock.ts'

/** Whole seconds until a moment; based on the clock, not on ticks. */
export function useSecondsLeft(until: number): number {
  const [left, setLeft] = useState(() => secondsTo(until))
  useEffect(() => {
    const tick = () => setLeft(secondsTo(until))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [until])
  return left
}

const secondsTo = (until: number): number => Math.max(0, Math.ceil((until - serverNow()) / 1000))
