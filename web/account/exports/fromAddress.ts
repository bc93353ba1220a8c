import type { Call } from '#contract/core/call.ts'

/** Returns the list's filters from the address: those the call accepts, without its own parameters. */
export function fromAddress(call: Call, search: string): Record<string, string> {
  const shape = (call.input as unknown as { shape: object }).shape
  const own = new Set(['pageNo', 'pageSize', 'cursor', 'format', 'columns', 'ticket', 'tab'])
  return Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => name in shape && !own.has(name)))
}
