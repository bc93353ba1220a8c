import { useState } from 'react'
import type { AskKind } from '#contract/subaccounts/subaccounts.ts'
import { show } from '#contract/core/money.ts'
import type { Refused } from '#web/parts/client/refused.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Row } from '#web/ui/layout.tsx'
import AskDialog from './AskDialog.tsx'
import { useText } from '../text.ts'

/** Shown beside a refusal: one click sends a request with the missing amount to whoever can resolve it. */
export default function AskFromHere({ kind, data }: { kind: AskKind; data: Refused['data'] }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const { shortCents, leftCents } = data as { shortCents?: number; leftCents?: number }
  const hint =
    leftCents !== undefined && shortCents !== undefined
      ? t('subaccounts.ask.left', { left: show(leftCents), short: show(shortCents) })
      : undefined
  return (
    <>
      <Row between>
        <Muted>{hint ?? t('subaccounts.ask.from')}</Muted>
        <Button size="s" guardMs={0} onClick={() => setOpen(true)}>
          {t('subaccounts.ask.go')}
        </Button>
      </Row>
      {open && <AskDialog kind={kind} amount={shortCents} hint={hint} onClose={() => setOpen(false)} />}
    </>
  )
}
