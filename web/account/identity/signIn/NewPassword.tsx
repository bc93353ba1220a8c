import type { Call, Input } from '#contract/core/call.ts'
import { passwordFitsShape } from '#contract/identity/identity.ts'
import { PasswordField } from '#web/parts/forms/fields.tsx'
import type { Form } from '#web/parts/forms/useForm.ts'
import { Row } from '#web/ui/layout.tsx'
import { useText } from './text.ts'
import css from './Entrance.module.css'

/** A new password: its rules, ticked off while typing, and a second entry against typing errors. */
export function NewPassword<C extends Call>({ form, label, again }: { form: Form<C>; label: string; again: string }) {
  const [password, confirm] = ['password', 'confirmPassword'] as (keyof Input<C> & string)[]
  return (
    <>
      <PasswordField
        form={form}
        name={password!}
        label={label}
        hint={<Rules password={form.text(password!)} confirm={form.text(confirm!)} />}
        required
      />
      <PasswordField form={form} name={confirm!} label={again} required />
    </>
  )
}

/** The rules of a password, ticked off while it is typed. */
function Rules({ password, confirm }: { password: string; confirm: string }) {
  const t = useText()
  const rules = { length: passwordFitsShape(password), same: password !== '' && password === confirm }
  return (
    <Row as="ul" gap={3}>
      {(Object.keys(rules) as (keyof typeof rules)[]).map((rule) => (
        <Row as="li" gap={1} key={rule} className={css.rule} data-ok={rules[rule]}>
          <i aria-hidden="true">{rules[rule] ? '✓' : '·'}</i>
          {t(`signIn.rule.${rule}`)}
        </Row>
      ))}
    </Row>
  )
}
