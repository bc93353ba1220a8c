import { say } from '../text.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

/** Formats a waiting or remaining time in its largest unit: `3 h`. */
export function age(ms: number): string {
  if (ms < HOUR) return say('desk.minutes', { count: Math.max(0, Math.floor(ms / MINUTE)) })
  if (ms < 2 * DAY) return say('desk.hours', { count: Math.floor(ms / HOUR) })
  return say('desk.daysLong', { count: Math.floor(ms / DAY) })
}
