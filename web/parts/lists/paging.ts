import type { Call } from '#contract/core/call.ts'

export const accepts = (call: Call, field: string): boolean =>
  field in ((call.input as unknown as { _zod: { def: { shape?: object } } })._zod.def.shape ?? {})

/** Whether pages have numbers, begin after a row, or the list comes whole. Calls with numbers also take a cursor, for programs. */
export const pagingOf = (call: Call): 'numbers' | 'cursor' | 'whole' =>
  accepts(call, 'pageNo') ? 'numbers' : accepts(call, 'cursor') ? 'cursor' : 'whole'
