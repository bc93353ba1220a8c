/**
 * What is kept in memory and looked at again in passing: under load the look goes on in the background, and whoever comes
 * finds what was there; only one that comes after a silence waits. Nobody goes by what was last seen to be current longer
 * than `goodForMs` ago, on whichever server it was changed.
 */
export type InPassing<Asked extends unknown[]> = {
  /** At once where it is known to be current, else when it has been looked at. `stands`: false where it cannot be, whatever its age. */
  current(stands: boolean, ...asked: Asked): Promise<void>
  /** For tests, which do not wait for a second to pass. */
  lookAgain(): void
}

export function inPassing<Asked extends unknown[]>(
  look: (...asked: Asked) => Promise<unknown>,
  { againMs, goodForMs }: { againMs: number; goodForMs: number },
): InPassing<Asked> {
  let seenAt = -Infinity
  let looking: Promise<void> | undefined
  const looked = async (asked: Asked): Promise<void> => {
    const begun = performance.now() // what is changed while we read may not be in it
    await look(...asked)
    seenAt = begun
  }
  return {
    async current(stands, ...asked) {
      const age = stands ? performance.now() - seenAt : Infinity
      if (age <= againMs) return
      looking ??= looked(asked).finally(() => (looking = undefined))
      if (age > goodForMs) await looking
      else looking.catch(() => {}) // the next one waits for it
    },
    lookAgain: () => void (seenAt = -Infinity),
  }
}
