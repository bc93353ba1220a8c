/**
 * The server's time, learned from its answers. Deadlines and ages come from the server, and a browser's clock may be minutes off; the simulated world's clock
 * may be months ahead.
 */

/** A smaller difference is caused by latency and the header's whole seconds. */
const IGNORED_MS = 5000

let offsetMs = 0

export function learnServerTime(dateHeader: string | null): void {
  const serverMs = dateHeader === null ? NaN : Date.parse(dateHeader)
  if (Number.isNaN(serverMs)) return
  const difference = serverMs - Date.now()
  offsetMs = Math.abs(difference) < IGNORED_MS ? 0 : difference
}

export const serverNow = (): number => Date.now() + offsetMs
