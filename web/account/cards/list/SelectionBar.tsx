import { freezeCard } from '#contract/cards/cards.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { cardActions, whyNot } from '../cardActions.ts'
import { useLabelActions } from '../labelActions.ts'
import { useCardNavigation, type Chosen } from '../cardNavigation.ts'
import { useText } from '../text.ts'

/** The actions for the selection. */
export function SelectionBar({ chosen }: { chosen: Chosen[] }) {
  const t = useText()
  const labels = useLabelActions()
  return (
    <>
      <Freezing chosen={chosen} />
      <InBatch chosen={chosen} />
      {labels.map(({ what, icon, go }) => (
        <Button key={what} size="s" icon={icon} guardMs={0} onClick={() => go(chosen)}>
          {t(`cards.label.${what}`)}
        </Button>
      ))}
    </>
  )
}

/** Loading and deleting many cards are batches: their dialogs check their rules. */
function InBatch({ chosen }: { chosen: Chosen[] }) {
  const t = useText()
  const { toBatch } = useCardNavigation()
  const may = {
    load: useMay({ who: 'card:batchRecharge', action: 'load' }),
    delete: useMay({ who: 'card:batchDelete', action: 'delete' }),
  }
  return (['load', 'delete'] as const)
    .filter((what) => may[what].shown)
    .map((what) => (
      <Button
        key={what}
        size="s"
        icon={cardActions[what].icon}
        disabled={may[what].reason}
        onClick={() => toBatch(what, chosen)}
      >
        {t(`cards.action.${what}`)}
      </Button>
    ))
}

function Freezing({ chosen }: { chosen: Chosen[] }) {
  const t = useText()
  const may = { freeze: useMay(freezeCard), unfreeze: useMay(cardActions.unfreeze.by) }
  const { toActionOnMany } = useCardNavigation()
  return (['freeze', 'unfreeze'] as const)
    .filter((move) => may[move].shown)
    .map((move) => (
      <Button
        key={move}
        size="s"
        icon={cardActions[move].icon}
        disabled={
          may[move].reason ?? (chosen.every((card) => !fits(move, card)) ? t('cards.batch.nothing') : undefined)
        }
        onClick={() => toActionOnMany(move, chosen)}
      >
        {t(`cards.action.${move}`)}
      </Button>
    ))
}

export const fits = (move: 'freeze' | 'unfreeze', card: Chosen): boolean =>
  cardActions[move].offered(card) && whyNot(move, card) === undefined
