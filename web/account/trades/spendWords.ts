/** Dollars without cents, thousands as k: space on an axis is limited. */
export const axisMoney = (cents: number): string => {
  const size = Math.abs(cents)
  const text = size >= 1_000_00 ? `$${Math.round(size / 10_000) / 10}k` : `$${size / 100}`
  return cents < 0 ? `−${text}` : text
}

/** `+12%`; undefined where nothing was spent before. */
export function changeText(now: number, before: number): string | undefined {
  if (before <= 0) return undefined
  const percent = Math.round(((now - before) / before) * 100)
  return percent > 0 ? `+${percent}%` : percent < 0 ? `−${-percent}%` : '0%'
}
