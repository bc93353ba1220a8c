import { testWorkers } from '#bin/postgres/testCluster.ts'

/**
 * Does all of it at once, on one account. A spread database keeps the lock of an account for many times longer, and who waits for it, or for a connection, gives up after
 * three seconds: there, no more than four are at work at a time.
 */
export async function crowd<T>(works: readonly (() => Promise<T>)[]): Promise<T[]> {
  if (testWorkers.length === 0) return Promise.all(works.map((work) => work()))
  const results: T[] = []
  const waiting = works.entries()
  const worker = async () => {
    for (const [n, work] of waiting) results[n] = await work()
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  return results
}
