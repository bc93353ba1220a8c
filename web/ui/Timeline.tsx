import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import css from './Timeline.module.css'

export type TimelineStep = {
  key: string
  /** `now` is in progress, `todo` has not started. */
  state: 'done' | 'now' | 'todo' | 'bad' | 'warn'
  title: ReactNode
  time?: ReactNode
  text?: ReactNode
  /** At the right edge: the amount moved. */
  value?: ReactNode
}

/** Past events, oldest first, and upcoming steps. */
export function Timeline({ steps, label }: { steps: readonly TimelineStep[]; label: string }) {
  return (
    <ol className={css.line} aria-label={label}>
      {steps.map(({ key, state, title, time, text, value }) => (
        <li key={key} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span className={css.dot}>
            {state === 'done' && <Icon name="check" size={12} />}
            {state === 'bad' && <Icon name="close" size={12} />}
          </span>
          <div className={css.words}>
            <span className={css.title}>{title}</span>
            {text && <span className={css.text}>{text}</span>}
            {time && <span className={css.text}>{time}</span>}
          </div>
          {value && <span className={css.value}>{value}</span>}
        </li>
      ))}
    </ol>
  )
}
