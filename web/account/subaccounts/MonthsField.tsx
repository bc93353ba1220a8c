import { Field } from '#web/ui/forms/Field.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { useText } from './text.ts'

const MONTHS = ['1', '3', '6', '12'] as const
export type Months = (typeof MONTHS)[number]

export function MonthsField({ value, onChange }: { value: Months; onChange: (months: Months) => void }) {
  const t = useText()
  return (
    <Field label={t('subaccounts.months')}>
      {() => (
        <Segmented
          label={t('subaccounts.months')}
          value={value}
          options={MONTHS.map((months) => ({
            value: months,
            label: t('subaccounts.month', { count: Number(months) }),
          }))}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
