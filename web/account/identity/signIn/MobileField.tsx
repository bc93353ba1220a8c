import { useTranslation } from 'react-i18next'
import { areaOrder, areas } from '#contract/identity/identity.ts'
import type { Bound } from '#web/parts/forms/useForm.ts'
import { langNow } from '#web/text/i18n.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select } from '#web/ui/forms/Input.tsx'
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
  const { t } = useTranslation()
  const { problem, ...bound } = mobile
  return (
    <Field label={label} problem={problem} required>
      {(wiring) => (
        <div className={css.mobile}>
          <Select
            aria-label={t('entrance.area')}
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
