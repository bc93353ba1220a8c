import type { Card } from '#contract/cards/shapes.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Menu } from '#web/ui/dialogs/Menu.tsx'
import { useCardActions } from '../cardActions.ts'
import { useLabelActions } from '../labelActions.ts'
import { useCardNavigation } from '../cardNavigation.ts'
import { useText } from '../text.ts'

/** What can be done with the card of this row. A click here does not open the row. */
export function CardRowActions({ card }: { card: Card }) {
  const t = useText()
  const offers = useCardActions()
  const labels = useLabelActions()
  const { toAction } = useCardNavigation()
  return (
    <span onClick={(event) => event.stopPropagation()}>
      <Menu
        label={`${t('cards.action.menu')} ···· ${card.lastFour ?? card.cardSeqNo}`}
        trigger={<Icon name="more" />}
        items={[
          ...offers(card).map(({ move, icon, tone, reason }) => ({
            key: move,
            label: t(`cards.action.${move}`),
            icon,
            tone,
            disabled: reason,
            onSelect: () => toAction(card.cardId, move, { alone: true }),
          })),
          ...labels.map(({ what, icon, go }) => ({
            key: what,
            label: t(`cards.label.${what}`),
            icon,
            onSelect: () => go([card]),
          })),
        ]}
      />
    </span>
  )
}
