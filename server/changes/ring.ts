import { both, EVERYONE, type Change, type Touched } from '../core/changes/touch.ts'

/**
 * The last changes, for consoles that reconnect. Every server hears the same changes in the same order, so an id stands at the same place on all of them;
 * ids themselves are not in order, because each server takes its own before it commits.
 */
export class Ring {
  readonly #size: number
  #changes: { id: string; touched: Touched }[] = []
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
    this.#changes.push({ id, touched })
    this.#places.set(id, this.#added++)
    // Half at a time, so that nothing is moved for each change.
    if (this.#changes.length < 2 * this.#size) return
    for (const old of this.#changes.slice(0, this.#size)) this.#places.delete(old.id)
    this.#changes = this.#changes.slice(this.#size)
  }

  /** What has changed for the account after this change. Undefined: it is not known any more. */
  since(id: string, accountId: string): Change | undefined {
    const place = this.#places.get(id)
    if (place === undefined) return undefined
    let sum: Change = { topics: 0, cards: new Set() }
    const first = this.#added - this.#changes.length
    for (const { touched } of this.#changes.slice(place + 1 - first))
      for (const change of [touched.get(accountId), touched.get(EVERYONE)]) if (change) sum = both(sum, change)
    return sum
  }

  clear(): void {
    this.#changes = []
    this.#places.clear()
  }
}
