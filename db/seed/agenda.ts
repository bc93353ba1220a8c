/**
 * What happens when. Things that may happen at the same time (purchases, clearings) are put to the outside together, a few
 * hours' worth at once; what others build upon happens alone.
 */
import { HOUR } from '#server/core/clock.ts'
import { workOff } from './jobs.ts'
import type { Stage } from './stage.ts'

/** How much time one handful may span. What follows from a thing must come later than this after it. */
const SPAN_MS = 10 * HOUR
const HANDFUL = 60

type Item = { ms: number; alone: boolean; work: () => Promise<void> }

export class Agenda {
  readonly endMs: number
  readonly stage: Stage
  #items: Item[] = []
  #working: Promise<void> = Promise.resolve()

  constructor(stage: Stage, endMs: number) {
    this.stage = stage
    this.endMs = endMs
  }

  /** At its moment with others around it. What would come after the end is left to the future. */
  at(ms: number, work: () => Promise<void>): void {
    this.#add({ ms, alone: false, work })
  }

  /** After everything before it, and done before anything after it. */
  alone(ms: number, work: () => Promise<void>): void {
    this.#add({ ms, alone: true, work })
  }

  #add(item: Item): void {
    if (item.ms > this.endMs) return
    let at = this.#items.length
    while (at > 0 && this.#items[at - 1]!.ms <= item.ms) at--
    this.#items.splice(at, 0, item) // the next one is the last
  }

  async run(): Promise<void> {
    let [going, since]: [Promise<void>[], number] = [[], 0]
    const settle = async (): Promise<void> => {
      await Promise.all(going)
      going = []
    }
    for (let item = this.#items.pop(); item; item = this.#items.pop()) {
      if (going.length && (item.alone || going.length >= HANDFUL || item.ms > since + SPAN_MS)) {
        this.#items.push(item) // what the handful leads to may come first
        await settle()
        this.#work() // while the next handful goes on: clearings of one account wait for each other
        continue
      }
      if (item.alone) {
        await this.#workedOff()
        await this.stage.moveTo(item.ms)
        await item.work()
        await workOff()
      } else {
        if (!going.length) since = item.ms
        going.push(this.stage.moveTo(item.ms), item.work()) // one after the other on the wire, without waiting in between
      }
    }
    await settle()
    await this.#workedOff()
  }

  #work(): void {
    this.#working = this.#working.then(workOff)
    this.#working.catch(() => {}) // whoever waits for it is told
  }

  async #workedOff(): Promise<void> {
    this.#work()
    await this.#working
  }
}
