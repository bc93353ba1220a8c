import type { ReactNode } from 'react'
import { Button } from '#web/ui/forms/Button.tsx'
import { Row } from '#web/ui/layout.tsx'
import { useText } from '#web/text.ts'

type End = { label: string; off: boolean }

/** One step back or forth. */
export function Stepper({
  label,
  back,
  forth,
  onStep,
  children,
}: {
  label?: string
  back: End
  forth: End
  onStep: (by: 1 | -1) => void
  children: ReactNode
}) {
  return (
    <Row gap={3} role={label && 'navigation'} aria-label={label} style={{ justifyContent: 'center' }}>
      <Button size="s" icon="left" guardMs={0} aria-label={back.label} disabled={back.off} onClick={() => onStep(-1)} />
      <span aria-live="polite">{children}</span>
      <Button
        size="s"
        icon="right"
        guardMs={0}
        aria-label={forth.label}
        disabled={forth.off}
        onClick={() => onStep(1)}
      />
    </Row>
  )
}

/** Pages through a short list. Hidden if there is only one page. */
export function Turner({
  page,
  onTurn,
}: {
  page:
    | { pageNo: number; haveNext: boolean; total: number; totalCapped?: boolean | undefined; pageSize: number }
    | undefined
  onTurn: (pageNo: number) => void
}) {
  const t = useText()
  if (!page || (page.pageNo === 1 && !page.haveNext)) return null
  const { pageNo, haveNext, total, totalCapped, pageSize } = page
  return (
    <Stepper
      label={t('parts.pages')}
      back={{ label: t('parts.previous'), off: pageNo <= 1 }}
      forth={{ label: t('parts.next'), off: !haveNext }}
      onStep={(by) => onTurn(pageNo + by)}
    >
      {pageNo} / {Math.max(pageNo, Math.ceil(total / pageSize))}
      {totalCapped && '+'}
    </Stepper>
  )
}
