/**
 * Does the work of each item, one after another, whatever becomes of the others: a sweep that ended at the first failure would keep all later items waiting for as long as that one fails.
 * Throws afterwards what has failed, so that the sweep is reported and tried again.
 */
export async function eachAlone<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items)
    try {
      await work(item)
    } catch (error) {
      failures.push(error)
    }
  if (failures.length)
    throw new AggregateError(failures, `${failures.length} items failed, the first with: ${String(failures[0])}`)
}
