import { both, EVERYONE, type Change, type Touched } from '../core/changes/touch.ts'

/**
 * The last changes, for consoles that reconnect. Every server hears the same changes in the same order, so an id stands at the same place on all of them;
 * ids themselves are not in order, because each server takes its own before it commits.
 */
export class Ring {
  readonly #size: number
  #changes: { id: string; touched: Touched; atMs: number }[] = []
  /** All changes since then are here. */
  #fromMs = performance.now()
  /** By id: its place among all changes ever added. */
  readonly #places = new Map<string, number>()
  #added = 0

  constructor(size: number) {
    this.#size = size
  }

  get lastId(): string | undefined {
    return this.#changes.at(-1)?.id
  }

  add(id: string, touched: Touched): void {
    this.#changes.push({ id, touched, atMs: performance.now() })
    this.#places.set(id, this.#added++)
    // Half at a time, so that nothing is moved for each change.
    if (this.#changes.length < 2 * this.#size) return
    for (const old of this.#changes.slice(0, this.#size)) this.#places.delete(old.id)
    this.#fromMs = this.#changes[this.#size - 1]!.atMs
    this.#changes = this.#changes.slice(this.#size)
  }

  /** What has changed for the account after this change. Undefined: it is not known any more. */
  since(id: string, accountId: string): Change | undefined {
    const place = this.#places.get(id)
    if (place === undefined) return undefined
    const first = this.#added - this.#changes.length
    return this.#sumFrom(place + 1 - first, accountId)
  }

  /** What was heard of the account in the last so many milliseconds. Undefined: not all of that time is known. */
  ago(ms: number, accountId: string): Change | undefined {
    const sinceMs = performance.now() - ms
    if (sinceMs <= this.#fromMs) return undefined
    const first = this.#changes.findIndex(({ atMs }) => atMs >= sinceMs)
    return this.#sumFrom(first < 0 ? this.#changes.length : first, accountId)
  }

  #sumFrom(first: number, accountId: string): Change {
    let sum: Change = { topics: 0, cards: new Set() }
    for (const { touched } of this.#changes.slice(first))
      for (const change of [touched.get(accountId), touched.get(EVERYONE)]) if (change) sum = both(sum, change)
    return sum
  }

  clear(): void {
    this.#changes = []
    this.#places.clear()
    this.#fromMs = performance.now()
  }
}
