import { BATCH_CARDS } from '#contract/cards/batches.ts'
import { freezeCard } from '#contract/cards/cards.ts'
import { CARDS_A_MOVE } from '#contract/cards/groups.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { cardActions, whyNot } from '../cardActions.ts'
import { useLabelActions } from '../labelActions.ts'
import { useCardNavigation, type Chosen } from '../cardNavigation.ts'
import { useText } from '../text.ts'

/** Everything that matches can be selected, but a call takes only so many cards: why the selection is too large for it. */
function useTooMany(chosen: Chosen[], most: number): string | undefined {
  const t = useText()
  return chosen.length > most ? t('cards.batch.most', { max: most }) : undefined
}

/** The actions for the selection. */
export function SelectionBar({ chosen }: { chosen: Chosen[] }) {
  const t = useText()
  const labels = useLabelActions()
  const tooMany = useTooMany(chosen, CARDS_A_MOVE)
  return (
    <>
      <Freezing chosen={chosen} />
      <InBatch chosen={chosen} />
      {labels.map(({ what, icon, go }) => (
        <Button key={what} size="s" icon={icon} guardMs={0} disabled={tooMany} onClick={() => go(chosen)}>
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
  const tooMany = useTooMany(chosen, BATCH_CARDS)
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
        disabled={may[what].reason ?? tooMany}
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
  const tooMany = useTooMany(chosen, BATCH_CARDS)
  return (['freeze', 'unfreeze'] as const)
    .filter((move) => may[move].shown)
    .map((move) => (
      <Button
        key={move}
        size="s"
        icon={cardActions[move].icon}
        disabled={
          may[move].reason ??
          tooMany ??
          (chosen.every((card) => !fits(move, card)) ? t('cards.batch.nothing') : undefined)
        }
        onClick={() => toActionOnMany(move, chosen)}
      >
        {t(`cards.action.${move}`)}
      </Button>
    ))
}

export const fits = (move: 'freeze' | 'unfreeze', card: Chosen): boolean =>
  cardActions[move].offered(card) && whyNot(move, card) === undefined
