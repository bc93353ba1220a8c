import type { Card } from '#contract/cards/shapes.ts'
import { NetworkMark } from '#web/ui/CardFace.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { statusTone, statusWord } from '../cardTones.ts'
import css from '../Actions.module.css'
import cards from '../Cards.module.css'

/** Identifies the card, to prevent acting on the wrong one. */
export function WhichCard({ card }: { card: Pick<Card, 'network' | 'segment' | 'lastFour' | 'status'> }) {
  return (
    <div className={css.who}>
      <span className={cards.number}>
        <NetworkMark network={card.network} height={12} />
        {card.segment.slice(0, 6)} ···· {card.lastFour ?? '····'}
      </span>
      <StatusTag tone={statusTone[card.status]} text={statusWord(card.status)} />
    </div>
  )
}
