import { saveControls } from '#contract/controls/controls.ts'
import { rulesOf } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { useText } from './form/text.ts'

/** Why the controls are changed; it is kept with the change. */
export function NoteField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useText()
  return (
    <Field label={t('controls.form.note')}>
      {(wiring) => (
        <Input
          {...wiring}
          autoComplete="off"
          maxLength={rulesOf(saveControls, 'note').maxLength}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
