/** Pages of a list as issuers give them: after one item, or before one. */
import { Refused } from './world.ts'

type Page = { size: number; starting_after?: string | undefined; ending_before?: string | undefined }

/** @throws Refused 400 for an item that is not in the list. */
export function pageOfList<T>(
  items: readonly T[],
  { size, starting_after, ending_before }: Page,
  nameOf: (item: T) => string,
): { data: T[]; has_more: boolean } {
  const at = (name: string): number => {
    const found = items.findIndex((item) => nameOf(item) === name)
    if (found < 0) throw new Refused(400, 'BAD_REQUEST', 'the cursor is not in this list')
    return found
  }
  if (ending_before !== undefined) {
    const end = at(ending_before)
    const start = Math.max(0, end - size)
    return { data: items.slice(start, end), has_more: start > 0 }
  }
  const start = starting_after === undefined ? 0 : at(starting_after) + 1
  const data = items.slice(start, start + size)
  return { data, has_more: start + data.length < items.length }
}
