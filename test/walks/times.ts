/** Where the time of walks goes. */
const spentMs = new Map<string, number>()

export async function timed<T>(part: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    spentMs.set(part, (spentMs.get(part) ?? 0) + performance.now() - began)
  }
}

/** Since the last call. */
export function timesSpent(): string {
  const shown = Array.from(spentMs, ([part, ms]) => `${part} ${Math.round(ms)} ms`).join(' · ')
  spentMs.clear()
  return shown
}
