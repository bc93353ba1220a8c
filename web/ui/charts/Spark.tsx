import css from './charts.module.css'

const [WIDTH, HEIGHT, EDGE] = [112, 28, 2]

/** A small line of a figure over some days, through those on which it is known. `label` says the same in words. */
export function Spark({ values, label }: { values: readonly (number | null)[]; label: string }) {
  const known = values.filter((value) => value !== null)
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const x = (at: number): number => EDGE + (at / Math.max(1, values.length - 1)) * (WIDTH - 2 * EDGE)
  // What never changes is a line in the middle.
  const y = (value: number): number =>
    most === least ? HEIGHT / 2 : HEIGHT - EDGE - ((value - least) / (most - least)) * (HEIGHT - 2 * EDGE)
  const path = values
    .flatMap((value, at) => (value === null ? [] : [`${x(at).toFixed(1)},${y(value).toFixed(1)}`]))
    .map((point, at) => `${at === 0 ? 'M' : 'L'}${point}`)
    .join('')
  const last = values.findLastIndex((value) => value !== null)
  return (
    <svg
      className={css.spark}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      {known.length > 0 && (
        <>
          <path d={path} />
          <circle cx={x(last)} cy={y(values[last]!)} r={2} />
        </>
      )}
    </svg>
  )
}
