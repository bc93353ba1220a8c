/** The arithmetic of the charts; nothing here draws. */

/** A round number at or above `value`, and the steps up to it. */
export function niceSteps(value: number, count = 4): number[] {
  if (value <= 0) return [0, 1]
  const rough = value / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10))
  return Array.from({ length: Math.ceil(value / step) + 1 }, (_, index) => index * step)
}

/** Dollars without cents, thousands as k: space on an axis is limited. */
export const axisMoney = (cents: number): string => {
  const size = Math.abs(cents)
  const text = size >= 1_000_00 ? `$${Math.round(size / 10_000) / 10}k` : `$${size / 100}`
  return cents < 0 ? `−${text}` : text
}

export type Point = { x: number; y: number }

/** Straight from point to point. */
export const linePath = (points: readonly Point[]): string =>
  points.map((point, index) => `${index === 0 ? 'M' : 'L'}${at(point)}`).join('')

const at = ({ x, y }: Point): string => `${x.toFixed(1)},${y.toFixed(1)}`

/**
 * An arc of a ring from `from` to `to`, each a share of the whole. A full ring is two halves: a single arc would end where it begins, and nothing would be
 * drawn.
 */
export function arc(from: number, to: number, radius: number, middle: number): string {
  if (to - from > 0.995) return arc(from, from + 0.5, radius, middle) + arc(from + 0.5, from + 1, radius, middle)
  const point = (share: number) => {
    const angle = (share - 0.25) * 2 * Math.PI
    return at({ x: middle + radius * Math.cos(angle), y: middle + radius * Math.sin(angle) })
  }
  return `M${point(from)}A${radius},${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${point(to)}`
}
