import type { ReactNode } from 'react'
import { LangToggle, ThemeToggle } from '#web/parts/Preferences.tsx'
import { CardFace } from '#web/ui/CardFace.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Wordmark } from '#web/ui/Mark.tsx'
import { useText } from './text.ts'
import css from './Entrance.module.css'

/** The layout of sign-in and sign-up: the form, and beside it a product description. */
export function Entrance({
  title,
  lead,
  children,
  below,
}: {
  title: string
  lead: ReactNode
  children: ReactNode
  below: ReactNode
}) {
  const t = useText()
  return (
    <div className={css.page}>
      <title>{`${title} · Kaika`}</title>
      <div className={css.side}>
        <header className={css.top}>
          <Wordmark />
          <span className={css.tools}>
            <LangToggle />
            <ThemeToggle />
          </span>
        </header>
        <main className={css.main}>
          <h1 className={css.title}>{title}</h1>
          <p className={css.lead}>{lead}</p>
          {children}
          <p className={css.below}>{below}</p>
        </main>
        <footer className={css.foot}>
          Kaika {t('parts.version')} 1.0.0 · © {new Date().getFullYear()}
        </footer>
      </div>
      <aside className={css.scene} aria-hidden="true">
        <div className={css.cards}>
          <CardFace network="MASTERCARD" segment="555671" lastFour="8063" holder="MEI LIN" />
          <CardFace network="VISA" segment="428837" lastFour="2741" holder="WEI ZHANG" />
          <CardFace network="VISA" segment="435882" lastFour="0917" holder="ANA COSTA" />
        </div>
        <div className={css.pitch}>
          <p className={css.claim}>{t('signIn.claim')}</p>
          <ul className={css.points}>
            {(['price', 'ledger', 'decline'] as const).map((point) => (
              <li key={point}>
                <Icon name="check" />
                {t(`signIn.point.${point}`)}
              </li>
            ))}
          </ul>
        </div>
      </aside>
    </div>
  )
}
