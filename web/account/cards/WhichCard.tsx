import type { Card } from '#contract/cards/shapes.ts'
import { CardFace, NetworkMark } from '#web/ui/CardFace.tsx'
import { Row } from '#web/ui/layout.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { expiryOf, holderName, statusTone, statusWord, veilOf } from './cardTones.ts'
import css from './Actions.module.css'

type Shown = Pick<Card, 'network' | 'segment' | 'lastFour'>

/** The number as far as it is shown, beside its network. */
export function CardNumber({ card, height = 12 }: { card: Shown; height?: number }) {
  return (
    <span className={css.number}>
      <NetworkMark network={card.network} height={height} />
      {card.segment.slice(0, 6)} ···· {card.lastFour ?? '····'}
    </span>
  )
}

/** The card itself, as far as it is known; `veil` stands across it if it cannot be used. */
export function FaceOf({ card, veil = veilOf(card.status) }: { card: Card; veil?: string | undefined }) {
  return (
    <CardFace
      network={card.network}
      segment={card.segment}
      lastFour={card.lastFour}
      holder={holderName(card)}
      expiry={expiryOf(card)}
      veil={veil}
    />
  )
}

/** Identifies the card, to prevent acting on the wrong one. */
export function WhichCard({ card }: { card: Shown & Pick<Card, 'status'> }) {
  return (
    <Row between className={css.who}>
      <CardNumber card={card} />
      <StatusTag tone={statusTone[card.status]} text={statusWord(card.status)} />
    </Row>
  )
}
