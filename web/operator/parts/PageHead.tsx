import type { ReactNode } from 'react'
import { Row } from '#web/ui/layout.tsx'
import css from './PageHead.module.css'

/** What a page is about and its state, with the page's actions at the right. */
export function PageHead({ title, children, moves }: { title: ReactNode; children?: ReactNode; moves?: ReactNode }) {
  return (
    <Row gap={3}>
      <h2 className={css.title}>{title}</h2>
      {children}
      {moves && <Row className={css.moves}>{moves}</Row>}
    </Row>
  )
}
