import type { Call } from '#contract/core/call.ts'
import { BoundField, type FieldProps } from '#web/parts/forms/fields.tsx'
import type { Form } from '#web/parts/forms/useForm.ts'
import { Input } from '#web/ui/forms/Input.tsx'

/** A moment in the user's time zone, by the browser's own input. */
export function TimeField<C extends Call>(field: FieldProps<C>) {
  const { form, name } = field
  return (
    <BoundField {...field}>
      {(wiring) => (
        <Input
          {...wiring}
          type="datetime-local"
          value={localText(form.values[name])}
          onChange={(text) => form.set({ [name]: text ? new Date(text).getTime() : undefined } as Form<C>['values'])}
        />
      )}
    </BoundField>
  )
}

function localText(value: unknown): string {
  if (typeof value !== 'number') return ''
  const at = new Date(value)
  return new Date(value - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
