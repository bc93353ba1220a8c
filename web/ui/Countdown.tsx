import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '../text.ts'

const two = (value: number) => String(value).padStart(2, '0')

/**
 * Counts down from `seconds`, calls `onOver` once at zero and then shows 00:00:00. Based on the clock, not on ticks, so a sleeping tab is right when it wakes.
 * A new `key` restarts it.
 */
export function Countdown({ seconds, onOver }: { seconds: number; onOver?: () => void }) {
  const t = useText()
  const [left, setLeft] = useState(Math.max(0, Math.ceil(seconds)))
  const over = useEffectEvent(() => onOver?.())
  useEffect(() => {
    const end = Date.now() + seconds * 1000
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setLeft(rest)
      if (rest > 0) return
      clearInterval(timer)
      over()
    }, 250)
    return () => clearInterval(timer)
  }, [seconds])
  const days = Math.floor(left / 86_400)
  const clock = [Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60, left % 60].map(two).join(':')
  return (
    <time role="timer" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {days > 0 && t('ui.days', { count: days })}
      {clock}
    </time>
  )
}
