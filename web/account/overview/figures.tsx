import type { ReactNode } from 'react'
import type { Output } from '#contract/core/call.ts'
import type { overview } from '#contract/notices/notices.ts'
import { Row, Muted } from '#web/ui/layout.tsx'
import { useText } from './text.ts'
import css from './Overview.module.css'

export type Figures = Output<typeof overview>

/** Basis points as a percentage, truncated like all money figures. */
export const percent = (bps: number): string => `${Math.floor(bps) / 100}%`

/** The one figure of a panel, and what it is of. */
export function Figure({ of, children }: { of: string; children: ReactNode }) {
  return (
    <Row as="p" align="baseline" className={css.figure}>
      {children} <Muted>{of}</Muted>
    </Row>
  )
}

/** The decline rate and its parts, all within the rate's own window. */
export function Rate({
  auth,
}: {
  auth: Pick<Figures['auth'], 'declineRateBps' | 'count' | 'declined' | 'windowDays'>
}) {
  const t = useText()
  const { count, declined, windowDays } = auth
  return (
    <Figure of={t('overview.declineOf', { approved: count - declined, declined, days: windowDays })}>
      {percent(auth.declineRateBps)}
    </Figure>
  )
}
