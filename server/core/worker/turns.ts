/** Schedules heavy work by account in this process: no account takes all slots, and none waits behind another's queue. */
import { refuse } from '#contract/core/refusals.ts'

export type TurnLimits = {
  /** Concurrent work: in total, and for one account. */
  readonly atOnce: number
  readonly ofOne: number
  /** Waiting: beyond this, one account's work is refused as `line_full`, and work in total as `busy`. */
  readonly waitingOfOne: number
  readonly waitingOfAll: number
  /** Work that waited this long is refused as `turn_too_late`. */
  readonly waitMs: number
}

/** `lastTurn` counts turns; 0 for an account without any. */
type Line = { atWork: number; lastTurn: number; readonly waiting: Set<() => void> }

export class Turns {
  readonly #limits: TurnLimits
  readonly #lines = new Map<string, Line>()
  #atWork = 0
  #waiting = 0
  #turns = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** Waits for a turn of this account. Call the returned function to end it. */
  async enter(whose: string): Promise<() => void> {
    const { waitingOfOne, waitingOfAll, waitMs } = this.#limits
    const line = this.#lines.get(whose) ?? { atWork: 0, lastTurn: 0, waiting: new Set() }
    this.#lines.set(whose, line)
    if (line.waiting.size >= waitingOfOne) throw refuse('line_full')
    if (this.#waiting >= waitingOfAll) throw refuse('busy')
    await new Promise<void>((begin, giveUp) => {
      const late = setTimeout(() => {
        line.waiting.delete(turn)
        this.#waiting--
        this.#forget()
        giveUp(refuse('turn_too_late'))
      }, waitMs).unref()
      const turn = (): void => {
        clearTimeout(late)
        begin()
      }
      line.waiting.add(turn)
      this.#waiting++
      this.#next()
    })
    let ended = false
    return () => {
      if (ended) return
      ended = true
      this.#atWork--
      line.atWork--
      this.#next()
      this.#forget()
    }
  }

  /** The order of past turns matters while anyone waits: accounts that return one by one would otherwise keep a third waiting. */
  #forget(): void {
    if (this.#waiting > 0) return
    for (const [whose, { atWork }] of this.#lines) if (atWork === 0) this.#lines.delete(whose)
  }

  /** Gives free slots to accounts with the fewest running; among those, to the one whose last turn is longest ago. */
  #next(): void {
    while (this.#atWork < this.#limits.atOnce) {
      const [line] = [...this.#lines.values()]
        .filter(({ waiting, atWork }) => waiting.size > 0 && atWork < this.#limits.ofOne)
        .sort((one, other) => one.atWork - other.atWork || one.lastTurn - other.lastTurn)
      if (!line) return
      const [turn] = line.waiting
      line.waiting.delete(turn!)
      this.#waiting--
      line.atWork++
      line.lastTurn = ++this.#turns
      this.#atWork++
      turn!()
    }
  }
}
