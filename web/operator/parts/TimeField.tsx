import type { Call } from '#contract/core/call.ts'
import type { FieldProps } from '#web/parts/forms/fields.tsx'
import { DayField } from '#web/parts/forms/pickers.tsx'

/** A moment in the user's time zone. */
export const TimeField = <C extends Call>(
  field: Pick<FieldProps<C>, 'form' | 'name' | 'hint' | 'required' | 'problem'> & { label: string },
) => <DayField {...field} minutes read={localText} write={(text) => (text ? new Date(text).getTime() : undefined)} />

function localText(value: unknown): string {
  if (typeof value !== 'number') return ''
  const at = new Date(value)
  return new Date(value - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
