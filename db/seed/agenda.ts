/**
 * The schedule. Events that may coincide (purchases, clearings) are sent to the simulators together, a few hours' worth at a time; events that others depend on
 * run alone.
 */
import { HOUR } from '#server/core/clock.ts'
import { workOff } from './jobs.ts'
import type { Stage } from './stage.ts'

/** The maximum time span of one group. A consequence must come later than this after its cause. */
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

  /** Schedules work at its moment, together with others. Anything after the end is dropped. */
  at(ms: number, work: () => Promise<void>): void {
    this.#add({ ms, alone: false, work })
  }

  /** Schedules work after everything before it, to be finished before anything after it. */
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
        this.#items.push(item) // follow-ups of the group may come earlier
        await settle()
        this.#work() // runs while the next group is sent: clearings of one account wait for each other
        continue
      }
      if (item.alone) {
        await this.#workedOff()
        await this.stage.moveTo(item.ms)
        await item.work()
        await workOff()
      } else {
        if (!going.length) since = item.ms
        going.push(this.stage.moveTo(item.ms), item.work()) // sent one after the other, without waiting in between
      }
    }
    await settle()
    await this.#workedOff()
  }

  #work(): void {
    this.#working = this.#working.then(workOff)
    this.#working.catch(() => {}) // the caller that awaits it gets the error
  }

  async #workedOff(): Promise<void> {
    this.#work()
    await this.#working
  }
}
