/**
 * A cache that is revalidated in the background: under load, callers get the cached state while it is read again; only the first caller after a pause waits. No
 * caller uses a state that was last confirmed more than `goodForMs` ago, whichever server changed it.
 */
export type StaleWhileRevalidate<Asked extends unknown[]> = {
  /** Resolves immediately if the state is known to be current, otherwise after reading it. `stands`: false if it cannot be current, whatever its age. */
  current(stands: boolean, ...asked: Asked): Promise<void>
  /** For tests, which cannot wait for a second to pass. */
  lookAgain(): void
}

export function staleWhileRevalidate<Asked extends unknown[]>(
  look: (...asked: Asked) => Promise<unknown>,
  { againMs, goodForMs }: { againMs: number; goodForMs: number },
): StaleWhileRevalidate<Asked> {
  let seenAt = -Infinity
  let looking: Promise<void> | undefined
  const looked = async (asked: Asked): Promise<void> => {
    const begun = performance.now() // changes made while we read may be missing
    await look(...asked)
    seenAt = begun
  }
  return {
    async current(stands, ...asked) {
      const age = stands ? performance.now() - seenAt : Infinity
      if (age <= againMs) return
      looking ??= looked(asked).finally(() => (looking = undefined))
      if (age > goodForMs) await looking
      else looking.catch(() => {}) // the next caller waits for it
    },
    lookAgain: () => void (seenAt = -Infinity),
  }
}
