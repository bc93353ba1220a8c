import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import css from './Timeline.module.css'

export type TimelineStep = {
  key: string
  /** `now` is going on, `todo` has not begun. */
  state: 'done' | 'now' | 'todo' | 'bad' | 'warn'
  title: ReactNode
  time?: ReactNode
  text?: ReactNode
  /** At the right edge: what it moved. */
  value?: ReactNode
}

/** What happened, oldest first, and what is still to come. */
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
