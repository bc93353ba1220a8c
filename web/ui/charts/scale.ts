/** The arithmetic of the charts; nothing here draws. */

/** A round number at or above `value`, and the steps up to it. */
export function niceSteps(value: number, count = 4): number[] {
  if (value <= 0) return [0, 1]
  const rough = value / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10))
  return Array.from({ length: Math.ceil(value / step) + 1 }, (_, index) => index * step)
}

export type Point = { x: number; y: number }

/** A smooth line through the points that never overshoots neighbouring points (monotone cubic). */
export function smoothPath(points: readonly Point[]): string {
  const slopes = points.slice(1).map((point, index) => (point.y - points[index]!.y) / (point.x - points[index]!.x))
  const tangents = points.map((_, index) => {
    const [before, after] = [slopes[index - 1] ?? slopes[index] ?? 0, slopes[index] ?? slopes[index - 1] ?? 0]
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after)
  })
  return points.reduce((path, point, index) => {
    const last = points[index - 1]
    if (!last) return `M${at(point)}`
    const third = (point.x - last.x) / 3
    const from = { x: last.x + third, y: last.y + tangents[index - 1]! * third }
    const to = { x: point.x - third, y: point.y - tangents[index]! * third }
    return `${path}C${at(from)} ${at(to)} ${at(point)}`
  }, '')
}

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
