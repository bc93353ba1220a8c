import type { ReactNode } from 'react'
import { LangToggle, ThemeToggle } from '#web/parts/Preferences.tsx'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { CardFace } from '#web/ui/CardFace.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Wordmark } from '#web/ui/Mark.tsx'
import { useText } from './text.ts'
import css from './Entrance.module.css'

/** The layout of sign-in and sign-up: the form, and beside it a product description. */
export function Entrance({
  title,
  lead,
  children,
  below,
  onBack,
}: {
  title: string
  lead: ReactNode
  children: ReactNode
  below?: ReactNode
  /** Leads back to signing in by password, instead of what stands below. */
  onBack?: () => void
}) {
  const t = useText()
  return (
    <div className={css.page}>
      <title>{`${title} · Kaika`}</title>
      <div className={css.side}>
        <Row as="header" between className={css.top}>
          <Wordmark />
          <Row gap={1}>
            <LangToggle />
            <ThemeToggle />
          </Row>
        </Row>
        <main className={css.main}>
          <h1 className={css.title}>{title}</h1>
          <p className={css.lead}>{lead}</p>
          {children}
          <p className={css.below}>
            {onBack ? (
              <Button look="quiet" icon="left" guardMs={0} onClick={onBack}>
                {t('signIn.way.back')}
              </Button>
            ) : (
              below
            )}
          </p>
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
          <Stack as="ul" gap={2} className={css.points}>
            {(['price', 'ledger', 'decline'] as const).map((point) => (
              <li key={point}>
                <Icon name="check" />
                {t(`signIn.point.${point}`)}
              </li>
            ))}
          </Stack>
        </div>
      </aside>
    </div>
  )
}

/** The form of these pages: its fields, the refusal, one wide button, and other methods below. */
export function EntranceForm({
  submit,
  loading,
  problem,
  onSubmit,
  children,
  more,
}: {
  submit: string
  loading: boolean
  problem: string | undefined
  onSubmit: () => void
  children: ReactNode
  more?: ReactNode
}) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!loading) onSubmit()
      }}
    >
      <Stack gap={4}>
        {children}
        <FormError text={problem} />
        <Button look="primary" size="l" type="submit" wide guardMs={0} loading={loading}>
          {submit}
        </Button>
        {more}
      </Stack>
    </form>
  )
}
