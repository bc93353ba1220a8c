import type { Call, Input } from '#contract/core/call.ts'
import { SegmentedField } from '#web/parts/forms/fields.tsx'
import type { Form } from '#web/parts/forms/useForm.ts'
import { useText } from './text.ts'

/** For how long a seat is paid: the field `months` of a form. */
export function MonthsField<C extends Call>({ form }: { form: Form<C> }) {
  const t = useText()
  return (
    <SegmentedField
      form={form}
      name={'months' as keyof Input<C> & string}
      label={t('subaccounts.months')}
      options={[1, 3, 6, 12].map((count) => ({ value: String(count), label: t('subaccounts.month', { count }) }))}
    />
  )
}
