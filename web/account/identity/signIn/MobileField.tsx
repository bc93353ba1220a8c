import { areaOrder, areas } from '#contract/identity/identity.ts'
import type { Bound } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select } from '#web/ui/forms/Input.tsx'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Entrance.module.css'

/** A mobile with its calling code. */
export function MobileField({
  label,
  mobile,
  area,
  onArea,
  autoFocus = false,
}: {
  label: string
  mobile: Bound
  area: string
  onArea: (area: string) => void
  autoFocus?: boolean
}) {
  const t = useText()
  const { problem, ...bound } = mobile
  return (
    <Field label={label} problem={problem} required>
      {(wiring) => (
        <div className={css.mobile}>
          <Select
            aria-label={t('signIn.area')}
            value={area}
            onChange={onArea}
            options={areaOrder.map((value) => ({ value, label: areas[value][langNow()] }))}
          />
          <Input {...wiring} {...bound} inputMode="tel" autoComplete="tel-national" autoFocus={autoFocus} />
        </div>
      )}
    </Field>
  )
}
