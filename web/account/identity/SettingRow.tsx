import type { ReactNode } from 'react'
import { Muted, Row } from '#web/ui/layout.tsx'
import css from './Identity.module.css'

/** One line of the account page: what it is, a sentence about it, and the button that changes it. */
export function SettingRow({
  title,
  tag,
  note,
  children,
}: {
  title?: ReactNode
  tag?: ReactNode
  note: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={css.row}>
      <div>
        <Row>
          {title && <strong>{title}</strong>}
          {tag}
        </Row>
        <Muted as="small">{note}</Muted>
      </div>
      {children}
    </div>
  )
}
