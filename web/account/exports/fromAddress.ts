import type { Call } from '#contract/core/call.ts'

/** The filters of the list, as they stand in the address: those that the call knows, and none of its own words. */
export function fromAddress(call: Call, search: string): Record<string, string> {
  const shape = (call.input as unknown as { shape: object }).shape
  const own = new Set(['pageNo', 'pageSize', 'cursor', 'format', 'columns', 'ticket', 'tab'])
  return Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => name in shape && !own.has(name)))
}
