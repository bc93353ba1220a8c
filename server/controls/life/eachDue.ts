/** Works through what is due page by page, so that what fails keeps nothing behind it waiting. Throws afterwards what has failed. */
export async function eachDue<T>(
  page: (limit: number, after?: T) => Promise<T[]>,
  work: (due: readonly T[]) => Promise<unknown>,
  size = 500,
): Promise<void> {
  const failures: unknown[] = []
  let due: readonly T[] = []
  do {
    due = await page(size, due.at(-1))
    await work(due).catch((error: unknown) => failures.push(error))
  } while (due.length === size)
  if (failures.length) throw new AggregateError(failures, String(failures[0]))
}
