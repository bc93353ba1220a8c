import { passwordFitsShape } from '#contract/identity/identity.ts'
import type { Bound } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { PasswordInput } from '#web/ui/forms/Input.tsx'
import { useText } from './text.ts'
import css from './Entrance.module.css'

/** A new password: its rules, ticked off while typing, and a second entry against typing errors. */
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

/** The rules of a password, ticked off while it is typed. */
function Rules({ password, confirm }: { password: string; confirm: string }) {
  const t = useText()
  const rules = { length: passwordFitsShape(password), same: password !== '' && password === confirm }
  return (
    <ul className={css.rules}>
      {(Object.keys(rules) as (keyof typeof rules)[]).map((rule) => (
        <li key={rule} data-ok={rules[rule]}>
          <i aria-hidden="true">{rules[rule] ? '✓' : '·'}</i>
          {t(`signIn.rule.${rule}`)}
        </li>
      ))}
    </ul>
  )
}
