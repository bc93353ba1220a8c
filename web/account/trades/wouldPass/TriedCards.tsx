import { useState } from 'react'
import { Link } from 'react-router'
import { show } from '#contract/core/money.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Muted, Row, Rows, Stack, TwoLines } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { useReachable } from '#web/account/useReachable.ts'
import { paths } from '#web/account/paths.ts'
import { stoppedText } from '../stopped.ts'
import { useText } from '../text.ts'
import { Cures } from './Cures.tsx'
import type { Tried } from './tried.ts'
import css from '../Trades.module.css'

/** Cards on which a charge of this amount was tried, each with what can be done about it. `most` are shown until all are asked for. */
export function TriedCards({
  cards,
  amount,
  own,
  most,
  onAgain,
}: {
  cards: readonly Tried[]
  amount: number
  /** The card of the authorization. */
  own?: string
  most: number
  /** Something has been done about a card. */
  onAgain: () => void
}) {
  const t = useText()
  const [all, setAll] = useState(false)
  return (
    <>
      <Rows framed>
        {cards.slice(0, all ? undefined : most).map((tried) => (
          <Card key={tried.cardId} tried={tried} amount={amount} own={tried.cardId === own} onAgain={onAgain} />
        ))}
      </Rows>
      {!all && cards.length > most && (
        <Button look="quiet" guardMs={0} onClick={() => setAll(true)}>
          {t('trades.try.all')}
        </Button>
      )}
    </>
  )
}

function Card({ tried, amount, own, onAgain }: { tried: Tried; amount: number; own: boolean; onAgain: () => void }) {
  const t = useText()
  const reachable = useReachable()
  const { cardId, cardSeqNo, lastFour, pass, available } = tried
  const number = `···· ${lastFour || cardSeqNo}`
  return (
    <Row as="li" between gap={4} align="start">
      <Stack gap={1}>
        <Row gap={2}>
          <span className={pass ? css.passes : css.why}>
            <Icon name={pass ? 'check' : 'warn'} size={16} />
          </span>
          {reachable(paths.cardList) ? <Link to={paths.card(cardId)}>{number}</Link> : number}
          {own && <Tag tone="quiet">{t('trades.try.thisCard')}</Tag>}
        </Row>
        <Muted>{outcomeText(tried, amount, t)}</Muted>
        {!pass && <Cures tried={tried} onDone={onAgain} />}
      </Stack>
      <TwoLines end below={t('trades.try.available')}>
        <Money cents={available} />
      </TwoLines>
    </Row>
  )
}

function outcomeText(tried: Tried, amount: number, t: ReturnType<typeof useText>): string {
  const { pass, shortBy, reasonText, advice, why } = tried
  if (pass)
    return tried.amount < amount
      ? t('trades.try.part', { amount: show(tried.amount), of: show(amount) })
      : t('trades.try.passes')
  if (shortBy !== null) return t('trades.try.short', { amount: show(shortBy) })
  return [reasonText, why ? stoppedText(why) : advice].join(' · ')
}
