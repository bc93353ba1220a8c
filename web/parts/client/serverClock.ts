/**
 * The server's time, learned from its answers. Deadlines and ages are of the server's making, and the clock of a browser may be
 * minutes off; the clock of the simulated world may be months ahead.
 */

/** Less than this is the way of an answer and the whole seconds of its header. */
const IGNORED_MS = 5000

let offsetMs = 0

export function learnServerTime(dateHeader: string | null): void {
  const serverMs = dateHeader === null ? NaN : Date.parse(dateHeader)
  if (Number.isNaN(serverMs)) return
  const difference = serverMs - Date.now()
  offsetMs = Math.abs(difference) < IGNORED_MS ? 0 : difference
}

export const serverNow = (): number => Date.now() + offsetMs
