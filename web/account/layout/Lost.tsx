import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Wordmark } from '#web/ui/Mark.tsx'
import { homeOf } from '../entrance.ts'
import { paths } from '../paths.ts'
import { useText } from './text.ts'
import css from './Lost.module.css'

/** A page that explains an error and links onward. */
export function Lost({ code, title, text, more }: { code: string; title: string; text: string; more?: ReactNode }) {
  const t = useText()
  const navigate = useNavigate()
  const { IsLogin } = useSession()
  return (
    <div className={css.page}>
      <title>{`${title} · Kaika`}</title>
      <header>
        <Wordmark />
      </header>
      <main className={css.main}>
        <p className={css.code} aria-hidden="true">
          {code}
        </p>
        <h1 className={css.title}>{title}</h1>
        <p className={css.text}>{text}</p>
        <Row className={css.ways}>
          <Button look="primary" onClick={() => void navigate(IsLogin ? homeOf() : paths.signIn)}>
            {t(IsLogin ? 'layout.lost.goHome' : 'layout.lost.goSignIn')}
          </Button>
          {more}
        </Row>
      </main>
    </div>
  )
}
