import { listCards, listCardsOfSubs } from '#contract/cards/cards.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Checkbox } from '#web/ui/forms/Input.tsx'
import { Muted, Rows } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { useText } from './text.ts'
import css from './Subaccounts.module.css'

/** Cards to hand over: the account's own, or those to take back from one sub-account. */
export function PickCards({
  of,
  chosen,
  onChange,
}: {
  /** Absent: the account's own. */
  of?: string
  chosen: readonly string[]
  onChange: (cardIds: string[]) => void
}) {
  const t = useText()
  const query = useAsk(of === undefined ? listCards : listCardsOfSubs, { pageNo: 1, pageSize: 200, subUid: of })
  if (!query.data) return <SkeletonLines lines={3} />
  const cards = query.data.data.filter(
    ({ status }) => status !== 'CLOSED' && status !== 'FAILED' && status !== 'PENDING',
  )
  if (cards.length === 0) return <Muted as="p">{t('subaccounts.cardsNone')}</Muted>
  const toggle = (cardId: string, on: boolean) =>
    onChange(on ? [...chosen, cardId] : chosen.filter((one) => one !== cardId))
  return (
    <Rows framed className={css.picks}>
      {cards.map((card) => (
        <li key={card.cardId}>
          <Checkbox checked={chosen.includes(card.cardId)} onChange={(on) => toggle(card.cardId, on)}>
            {card.segment.slice(0, 6)} ···· {card.lastFour} {card.remark && <Muted>{card.remark}</Muted>}
          </Checkbox>
          <Money cents={card.balance} />
        </li>
      ))}
    </Rows>
  )
}
