import type { Call, Input } from '#contract/core/call.ts'
import { areaOrder, areas } from '#contract/identity/identity.ts'
import { BoundField, BoundInput } from '#web/parts/forms/fields.tsx'
import type { Form } from '#web/parts/forms/useForm.ts'
import { Select } from '#web/ui/forms/Input.tsx'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Entrance.module.css'

/** A mobile with its calling code: the fields `mobile` and `area` of a form. */
export function MobileField<C extends Call>({
  form,
  label,
  autoFocus = false,
}: {
  form: Form<C>
  label: string
  autoFocus?: boolean
}) {
  const t = useText()
  const field = { form, name: 'mobile' as keyof Input<C> & string }
  return (
    <BoundField {...field} label={label} required>
      {(wiring) => (
        <div className={css.mobile}>
          <Select
            aria-label={t('signIn.area')}
            value={form.text('area' as typeof field.name)}
            shown={`+${form.text('area' as typeof field.name)}`}
            onChange={(area) => form.set({ area } as Form<C>['values'])}
            options={areaOrder.map((value) => ({ value, label: areas[value][langNow()] }))}
          />
          <BoundInput {...field} wiring={wiring} inputMode="tel" autoComplete="tel-national" autoFocus={autoFocus} />
        </div>
      )}
    </BoundField>
  )
}
