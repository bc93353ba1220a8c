import type { ReactNode } from 'react'
import { LangToggle, ThemeToggle } from '#web/parts/Preferences.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Wordmark } from '#web/ui/Mark.tsx'
import { useText } from '#web/operator/text.ts'
import css from './SignIn.module.css'

/** What people see who have no session yet. */
export function DeskEntrance({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  const t = useText()
  return (
    <div className={css.page}>
      <title>{`${title} · Kaika ${t('desk.name')}`}</title>
      <Row as="header" gap={3} className={css.top}>
        <Wordmark />
        <span className={css.badge}>{t('desk.name')}</span>
        <Row as="span" gap={1} className={css.tools}>
          <LangToggle />
          <ThemeToggle />
        </Row>
      </Row>
      <main className={css.main}>
        <div className={css.box}>
          <h1 className={css.title}>{title}</h1>
          <p className={css.lead}>{lead}</p>
          {children}
        </div>
      </main>
    </div>
  )
}
