import { nowMs } from '../core/clock.ts'

/** When it will hold, for the checker: in Shanghai's time, which is the desk's. */
export function timeLine(effectTime: number | undefined) {
  const later = effectTime !== undefined && effectTime > nowMs()
  const at = later
    ? new Date(effectTime).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
    : { cn: '复核通过后', en: 'On approval' }
  return { label: { cn: '生效时间', en: 'Takes effect' }, before: null, after: at }
}
