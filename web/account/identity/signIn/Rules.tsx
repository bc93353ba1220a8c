import { passwordFitsShape } from '#contract/identity/identity.ts'
import { useText } from './text.ts'
import css from './Entrance.module.css'

/** The rules of a password, ticked off while it is typed. */
export function Rules({ password, confirm }: { password: string; confirm: string }) {
  const t = useText()
  const rules = {
    length: passwordFitsShape(password),
    same: password !== '' && password === confirm,
  }
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
