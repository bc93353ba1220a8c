/**
 * What Prometheus reads of a process (docs/operate/metrics.md). A module lists its metrics in its `module.ts`. Labels come from our own code (the name of a
 * call, a job, an issuer), never from what somebody sent: they are kept for months, and each value is a series of its own.
 */
export type Sample = { readonly labels?: Readonly<Record<string, string>>; readonly value: number }

/** Figures that are looked up when Prometheus asks. `help` names them. */
export type Gauges<N extends string = string> = {
  readonly type: 'gauge' | 'counter'
  readonly help: Readonly<Record<N, string>>
  /** They are those of the database, the same from every server: read by workers only, and kept for some seconds. */
  readonly scope?: 'database'
  /** How long its figures are kept, if longer. */
  readonly keptMs?: number
  read(): Promise<Partial<Record<N, Sample[]>>> | Partial<Record<N, Sample[]>>
}
export const gauges = <N extends string>(given: Omit<Gauges<N>, 'type'> & Partial<Gauges<N>>): Gauges<N> => ({
  type: 'gauge',
  ...given,
})

export type Metric = Gauges | Counter | Histogram

declare module '../composition.ts' {
  interface Provides {
    metrics: readonly Metric[]
  }
}

/** A metric that gets a series for everything would fill the memory, here and at Prometheus. What comes later counts as `other`. */
const MOST_SERIES = 2000

/** The series of a metric, by the values of its labels. */
class Series<T> {
  readonly #names: readonly string[]
  readonly #make: () => T
  readonly #all = new Map<string, { readonly labels: Readonly<Record<string, string>>; readonly of: T }>()

  constructor(names: readonly string[], make: () => T) {
    this.#names = names
    this.#make = make
  }

  of(values: readonly string[]): T {
    const key = values.join('\n')
    const known = this.#all.get(key)
    if (known) return known.of
    const isFull = this.#all.size >= MOST_SERIES && values[0] !== 'other'
    if (isFull) return this.of(this.#names.map(() => 'other'))
    const labels = Object.fromEntries(this.#names.map((name, at) => [name, values[at] ?? '']))
    const made = this.#make()
    this.#all.set(key, { labels, of: made })
    return made
  }

  all = () => this.#all.values()
}

/** Something that is counted, by the values of its labels. */
export class Counter {
  readonly type = 'counter'
  readonly name: string
  readonly help: string
  readonly series: Series<{ value: number }>

  constructor(name: string, help: string, ...labels: string[]) {
    this.name = name
    this.help = help
    this.series = new Series(labels, () => ({ value: 0 }))
  }

  add(...values: string[]): void {
    this.series.of(values).value++
  }
}

/** Milliseconds. The network waits two seconds; values below fifty matter most. */
export const DECISION_MS = [1, 2, 5, 10, 15, 25, 50, 100, 250, 500, 1000, 2000] as const
/** Milliseconds, for everything that people or other programs wait for. */
export const WAIT_MS = [5, 25, 100, 250, 1000, 2500, 10_000, 60_000] as const

/** How often values were below each bound: one addition per value. */
export class Distribution {
  readonly bounds: readonly number[]
  readonly buckets: number[]
  count = 0
  sum = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.buckets = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  add(value: number): void {
    let at = 0
    while (at < this.bounds.length && value > this.bounds[at]!) at++
    this.buckets[at]!++
    this.count++
    this.sum += value
  }

  /** Returns the bound that this share stays under. */
  quantile(share: number): number {
    let seen = 0
    for (const [at, count] of this.buckets.entries()) {
      seen += count
      if (this.count && seen >= share * this.count) return this.bounds[at] ?? Infinity
    }
    return 0
  }
}

/** How long something takes, or how large it is, by the values of its labels. A name that ends in `_seconds` is given milliseconds. */
export class Histogram {
  readonly type = 'histogram'
  readonly name: string
  readonly help: string
  readonly perUnit: number
  readonly series: Series<Distribution>

  constructor(name: string, help: string, bounds: readonly number[], ...labels: string[]) {
    this.name = name
    this.help = help
    this.perUnit = name.endsWith('_seconds') ? 1000 : 1
    this.series = new Series(labels, () => new Distribution(bounds))
  }

  of = (...values: string[]): Distribution => this.series.of(values)
}
