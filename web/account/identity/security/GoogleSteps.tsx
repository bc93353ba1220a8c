import type { ReactNode } from 'react'
import { Grid, Muted, Stack } from '#web/ui/layout.tsx'
import { useText } from '../text.ts'
import css from '../Identity.module.css'

/** How setting up works, in three pictures: get an app, scan, type its digits. */
export function GoogleSteps() {
  const t = useText()
  const phone = <rect x="42" y="6" width="36" height="60" rx="6" />
  return (
    <Grid as="ol" gap={4} min={160} className={css.steps}>
      <Step title={t('identity.step.app')} text={t('identity.step.appText')}>
        {phone}
        <path data-mark d="M60 24l10 4v8c0 7-4 11-10 14-6-3-10-7-10-14v-8z" />
      </Step>
      <Step title={t('identity.step.scan')} text={t('identity.step.scanText')}>
        <path d="M34 22v-8h8M78 14h8v8M86 50v8h-8M42 58h-8v-8" />
        <path data-mark d="M45 25h10v10H45zM65 25h10v10H65zM45 41h10v6H45zM65 41h4v6M75 41v6" />
      </Step>
      <Step title={t('identity.step.digits')} text={t('identity.step.digitsText')}>
        <rect x="18" y="22" width="84" height="28" rx="6" />
        <path data-mark d="M30 36h4M42 36h4M54 36h4M66 36h4M78 36h4M90 36h4" />
      </Step>
    </Grid>
  )
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Stack as="li" gap={1}>
      <svg viewBox="0 0 120 72" aria-hidden="true">
        {children}
      </svg>
      <strong>{title}</strong>
      <Muted as="small">{text}</Muted>
    </Stack>
  )
}
