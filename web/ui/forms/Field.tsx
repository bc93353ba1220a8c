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
  children,
}: {
  label: ReactNode
  hint?: ReactNode
  problem?: ReactNode
  required?: boolean
  /** To the right of the label, such as a link. */
  extra?: ReactNode
  children: (wiring: FieldWiring) => ReactNode
}) {
  const id = useId()
  const below = problem ?? hint
  return (
    <div className={css.field}>
      <div className={css.head}>
        <label className={css.label} htmlFor={id}>
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
