/** `+12%`; undefined where nothing was spent before. */
export function changeText(now: number, before: number): string | undefined {
  if (before <= 0) return undefined
  const percent = Math.round(((now - before) / before) * 100)
  return percent > 0 ? `+${percent}%` : percent < 0 ? `−${-percent}%` : '0%'
}
