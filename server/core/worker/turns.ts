/** Heavy work in turns by account, in this process: no account takes all places, and none waits behind another's queue. */
import { refuse } from '#contract/core/refusals.ts'

export type TurnLimits = {
  /** At work at the same time: of all, and of one account. */
  readonly atOnce: number
  readonly ofOne: number
  /** Waiting: more of one account are refused as `line_full`, more of all as `busy`. */
  readonly waitingOfOne: number
  readonly waitingOfAll: number
  /** Whoever waited so long is refused as `turn_too_late`. */
  readonly waitMs: number
}

/** `lastTurn` counts turns; 0 is an account that has had none. */
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

  /** Waits for a turn of this account. The answer ends it. */
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

  /** Who had a turn when matters while anybody waits: accounts that come back one by one would keep a third waiting. */
  #forget(): void {
    if (this.#waiting > 0) return
    for (const [whose, { atWork }] of this.#lines) if (atWork === 0) this.#lines.delete(whose)
  }

  /** Gives the free places to accounts with the fewest at work; of those, to whose last turn is longest ago. */
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
