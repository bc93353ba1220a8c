/**
 * A cache that is revalidated in the background: under load, callers get the cached state while it is read again; only the first caller after a pause waits. No
 * caller uses a state that was last confirmed more than `validForMs` ago, whichever server changed it.
 */
export type StaleWhileRevalidate<Args extends unknown[]> = {
  /** Resolves immediately if the state is known to be current, otherwise after reading it. `isValid` is false if it cannot be current, whatever its age. */
  current(isValid: boolean, ...args: Args): Promise<void>
  /** For tests, which cannot wait for a second to pass. */
  expire(): void
}

export function staleWhileRevalidate<Args extends unknown[]>(
  read: (...args: Args) => Promise<unknown>,
  { refreshMs, validForMs }: { refreshMs: number; validForMs: number },
): StaleWhileRevalidate<Args> {
  let readAt = -Infinity
  let reading: Promise<void> | undefined
  const readNow = async (args: Args): Promise<void> => {
    const startedAt = performance.now() // changes made while we read may be missing
    await read(...args)
    readAt = startedAt
  }
  return {
    async current(isValid, ...args) {
      const age = isValid ? performance.now() - readAt : Infinity
      if (age <= refreshMs) return
      reading ??= readNow(args).finally(() => (reading = undefined))
      if (age > validForMs) await reading
      else reading.catch(() => {}) // the next caller waits for it
    },
    expire: () => void (readAt = -Infinity),
  }
}
