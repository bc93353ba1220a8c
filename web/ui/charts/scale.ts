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

/** A smooth line that never rises above its neighbours, so that no day looks larger than it was. */
export function smoothPath(points: readonly Point[]): string {
  return points.reduce((path, point, index) => {
    if (index === 0) return `M${at(point)}`
    const middle = (points[index - 1]!.x + point.x) / 2
    return `${path}C${at({ x: middle, y: points[index - 1]!.y })} ${at({ x: middle, y: point.y })} ${at(point)}`
  }, '')
}

const at = ({ x, y }: Point): string => `${x.toFixed(1)},${y.toFixed(1)}`

/** An arc of a ring from `from` to `to`, each a share of the whole. */
export function arc(from: number, to: number, radius: number, middle: number): string {
  const point = (share: number) => {
    const angle = (share - 0.25) * 2 * Math.PI
    return at({ x: middle + radius * Math.cos(angle), y: middle + radius * Math.sin(angle) })
  }
  const end = Math.min(to, from + 0.9999)
  return `M${point(from)}A${radius},${radius} 0 ${end - from > 0.5 ? 1 : 0} 1 ${point(end)}`
}
