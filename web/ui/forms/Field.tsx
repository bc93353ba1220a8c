import { useId, type ReactNode } from 'react'
import css from './Field.module.css'

/** What a control needs from its field: spread it on the input. */
export type FieldWiring = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

/** Label, control, and below it the refusal or else the hint. */
export function Field({
  label,
  hint,
  problem,
  required,
  extra,
  group,
  children,
}: {
  label: ReactNode
  hint?: ReactNode
  problem?: ReactNode
  required?: boolean
  /** To the right of the label, such as a link. */
  extra?: ReactNode
  /** Several controls under one label. */
  group?: boolean
  children: (wiring: FieldWiring) => ReactNode
}) {
  const id = useId()
  const below = problem ?? hint
  return (
    <div className={css.field} {...(group && { role: 'group', 'aria-labelledby': `${id}-label` })}>
      <div className={css.head}>
        <label id={`${id}-label`} className={css.label} htmlFor={group ? undefined : id}>
          {label}
        </label>
        {extra}
      </div>
      {children({
        id,
        'aria-describedby': below ? `${id}-below` : undefined,
        'aria-invalid': problem ? true : undefined,
        'aria-required': required || undefined,
      })}
      <div id={`${id}-below`} className={problem ? css.problem : css.hint} aria-live="polite">
        {below}
      </div>
    </div>
  )
}
