import { useNavigate } from 'react-router'
import { freezeCard, loadCard, openCard } from '#contract/cards/cards.ts'
import { showControls } from '#contract/controls/controls.ts'
import type { Call } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import { createRecharge } from '#contract/funding/funding.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { useReachable } from '#web/account/useReachable.ts'
import { paths } from '#web/account/paths.ts'
import { useLoadCure, useUnfreezeCure } from '../cureCalls.ts'
import { lineKey } from '../stopped.ts'
import { useText } from '../text.ts'
import type { Tried } from './tried.ts'

type Cure = Tried['cures'][number]
type Props = { cure: Cure; tried: Tried; onDone: () => void }

/** What can be done about a card that would decline, the cheapest first. */
export function Cures({ tried, onDone }: { tried: Tried; onDone: () => void }) {
  return (
    <Row gap={2}>
      {tried.cures.map((cure) => {
        const Button = buttons[cure.kind as keyof typeof buttons]
        return Button && <Button key={cure.kind} cure={cure} tried={tried} onDone={onDone} />
      })}
    </Row>
  )
}

/** The others are words in the text of the card, and the best card is in the list. */
const buttons = { LOAD: Load, UNFREEZE: Unfreeze, CONTROL: OpenControl, TOP_UP: TopUp, OPEN: Open }

function Load({ cure: { amount = 0, total = amount }, tried: { cardId }, onDone }: Props) {
  const t = useText()
  const may = useMay(loadCard)
  const { load, loading, problem } = useLoadCure(cardId, amount, onDone)
  if (!may.shown) return null
  return (
    <Stack gap={1}>
      <Row gap={2}>
        <Button size="s" disabled={may.reason} loading={loading} onClick={() => load(total)}>
          {t('trades.try.load', { amount: show(amount) })}
        </Button>
        {total !== amount && <Muted as="small">{t('trades.try.loadTotal', { total: show(total) })}</Muted>}
      </Row>
      <FormError text={problem} />
    </Stack>
  )
}

function Unfreeze({ tried: { cardId }, onDone }: Props) {
  const t = useText()
  const may = useMay({ ...freezeCard, action: 'unfreeze' })
  const { unfreeze, loading, problem } = useUnfreezeCure(cardId, onDone)
  if (!may.shown) return null
  return (
    <Stack gap={1}>
      <Button size="s" disabled={may.reason} loading={loading} onClick={unfreeze}>
        {t('trades.try.unfreeze')}
      </Button>
      <FormError text={problem} />
    </Stack>
  )
}

function OpenControl({ tried: { cardId, why } }: Props) {
  return (
    <Way
      to={paths.cardControl(cardId, why ? lineKey(why) : '')}
      page={paths.cardList}
      by={showControls}
      text="control"
    />
  )
}
function TopUp() {
  return <Way to={paths.rechargeIndex} page={paths.rechargeIndex} by={createRecharge} text="topUp" />
}

function Open() {
  return <Way to={paths.cardOpen} page={paths.cardOpen} by={openCard} text="open" />
}

/** A page where it can be done. */
function Way({
  to,
  page,
  by,
  text,
}: {
  to: string
  page: string
  by: Pick<Call, 'who' | 'action'>
  text: 'control' | 'topUp' | 'open'
}) {
  const t = useText()
  const navigate = useNavigate()
  const reachable = useReachable()
  const may = useMay(by)
  if (!may.shown || !reachable(page)) return null
  return (
    <Button size="s" disabled={may.reason} guardMs={0} onClick={() => void navigate(to)}>
      {t(`trades.cure.${text}`)}
    </Button>
  )
}
