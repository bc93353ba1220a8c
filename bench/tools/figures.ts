/** The result of a benchmark: figures, each with its target if there is one, and notes needed to read them. */
export type Figure = {
  readonly what: string
  readonly value: number
  readonly unit: string
  readonly reach?: { readonly atMost: number } | { readonly atLeast: number }
}
export type Told = { readonly figures: readonly Figure[]; readonly notes?: readonly string[] }

export const reached = ({ value, reach }: Figure): boolean | undefined =>
  reach && ('atMost' in reach ? value <= reach.atMost : value >= reach.atLeast)

export const lineOf = (figure: Figure): string => {
  const [what, value] = [figure.what.padEnd(74), `${shown(figure.value)} ${figure.unit}`.padStart(14)]
  return `${what} ${value}  ${verdictOf(figure)}`.trimEnd()
}

export function verdictOf(figure: Figure): string {
  if (!figure.reach) return ''
  const limit = 'atMost' in figure.reach ? `≤ ${figure.reach.atMost}` : `≥ ${figure.reach.atLeast}`
  return reached(figure) ? `${limit} reached` : `${limit} MISSED`
}

/** Three significant digits, with grouped thousands. */
export const shown = (value: number): string =>
  Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 6 })

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

/** The smallest of these sorted values that is not exceeded by this share of them, and never one between two of them. */
export const percentile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!

/** A number that the environment may set, so that a benchmark can be made smaller or larger. */
export const scaled = (name: `BENCH_${string}`, otherwise: number): number => Number(process.env[name] ?? otherwise)

/** Reports to the terminal, and to `npm run bench` if that started this process. */
export function tell(told: Told): void {
  if (process.send) return void process.send(told)
  for (const figure of told.figures) console.log(lineOf(figure))
  for (const note of told.notes ?? []) console.log(`\n${note}`)
}
