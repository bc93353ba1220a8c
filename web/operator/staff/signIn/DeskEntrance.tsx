import type { ReactNode } from 'react'
import type { Call } from '#contract/core/call.ts'
import { LangToggle, ThemeToggle } from '#web/parts/Preferences.tsx'
import { TextField, type FieldProps } from '#web/parts/forms/fields.tsx'
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

/** The six digits of a person's authenticator. */
export function CodeField<C extends Call>(field: Pick<FieldProps<C>, 'form' | 'name'>) {
  const t = useText()
  return (
    <div className={css.code}>
      <TextField
        {...field}
        label={t('desk.code')}
        hint={t('desk.codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
      />
    </div>
  )
}
