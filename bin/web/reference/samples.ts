/** Sample requests and answers, from the fields of a call: every sample request is valid by the contract (test/reference/samples.test.ts). */
import type { Call } from '#contract/core/call.ts'
import type { Field, Sample } from '#web/reference/described.ts'
import { answers, overrides } from './sampleInputs.ts'
import { valueOf } from './sampleValues.ts'

/** Absent from an answer, because they depend on what is not shown: the hours of a rolling limit, the end of a freeze, a list of several pages. */
const CONDITIONAL = new Set(['hours', 'thawAt', 'totalCapped', 'summaryCapped', 'cursor'])
/** Shown in a request although a call does not require them. */
const USUAL = new Set(['pageNo', 'pageSize', 'requestNo'])

export function sampleInput(name: string, row: Call, fields: readonly Field[]): Sample {
  const usual = fields.filter((field) => field.required || USUAL.has(field.name))
  return { ...Object.fromEntries(usual.map((field) => [field.name, sampleOf(field, 'input')])), ...overrides[name] }
}

export const sampleAnswer = (name: string, field: Field): unknown => {
  const whole = sampleOf(field, 'output')
  const part = answers[name]
  return part ? { ...(whole as Sample), ...part } : whole
}

function sampleOf(field: Field, io: 'input' | 'output', depth = 0): unknown {
  if (field.list) {
    const one = { ...field }
    delete one.list
    const count = Math.max(field.minItems ?? 0, 1)
    // A tree ends somewhere.
    if (depth > 6 || (field.kind === 'object' && !field.fields)) return []
    return Array.from({ length: count }, (_, at) => sampleOf(one, io, depth + 1) ?? at)
  }
  if (field.kind === 'object') {
    const parts = (field.fields ?? []).filter(
      (part) => part.required || (io === 'output' && !CONDITIONAL.has(part.name)),
    )
    if (depth > 7) return {}
    return Object.fromEntries(parts.map((part) => [part.name, sampleOf(part, io, depth + 1)]))
  }
  return valueOf(field, io)
}
