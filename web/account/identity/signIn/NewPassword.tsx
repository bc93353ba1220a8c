import type { Bound } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { PasswordInput } from '#web/ui/forms/Input.tsx'
import { Rules } from './Rules.tsx'

/** A password that is being chosen: its rules, ticked off, and once more against slips of the finger. */
export function NewPassword({
  label,
  again,
  password,
  confirm,
}: {
  label: string
  again: string
  password: Bound
  confirm: Bound
}) {
  return (
    <>
      <Field
        label={label}
        problem={password.problem}
        hint={<Rules password={password.value} confirm={confirm.value} />}
        required
      >
        {(wiring) => <PasswordInput {...wiring} {...password} autoComplete="new-password" />}
      </Field>
      <Field label={again} problem={confirm.problem} required>
        {(wiring) => <PasswordInput {...wiring} {...confirm} autoComplete="new-password" />}
      </Field>
    </>
  )
}
