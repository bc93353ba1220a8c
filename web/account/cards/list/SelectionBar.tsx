import { BATCH_CARDS } from '#contract/cards/batches.ts'
import { freezeCard } from '#contract/cards/cards.ts'
import { CARDS_A_MOVE } from '#contract/cards/groups.ts'
import { CARDS_A_SAVE, saveControls } from '#contract/controls/controls.ts'
import { TRIED_MAX, wouldPass } from '#contract/trades/wouldPass.ts'
import type { CardMove } from '#contract/cards/states.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { cardActions, whyNot } from '../cardActions.ts'
import { useLabelActions } from '../labelActions.ts'
import { useCardNavigation, type Chosen } from '../cardNavigation.ts'
import { useText } from '../text.ts'

/** The actions for the selection. Loading and deleting many cards are batches: their dialogs check their rules. */
export function SelectionBar({ chosen }: { chosen: Chosen[] }) {
  const t = useText()
  const labels = useLabelActions()
  const { toBatch, toControls, toPass, toActionOnMany } = useCardNavigation()
  // Everything that matches can be selected, but a call takes only so many cards.
  const tooMany = (most: number) => (chosen.length > most ? t('cards.batch.most', { max: most }) : undefined)
  const unfit = (move: 'freeze' | 'unfreeze') =>
    chosen.every((card) => !fits(move, card)) ? t('cards.batch.nothing') : undefined
  const mayControl = useMay(saveControls)
  const mayTry = useMay(wouldPass)
  const actions = [
    { move: 'freeze', may: useMay(freezeCard), unfit: unfit('freeze'), go: toActionOnMany },
    { move: 'unfreeze', may: useMay(cardActions.unfreeze.by), unfit: unfit('unfreeze'), go: toActionOnMany },
    { move: 'load', may: useMay({ who: 'card:batchRecharge', action: 'load' }), unfit: undefined, go: toBatch },
    { move: 'delete', may: useMay({ who: 'card:batchDelete', action: 'delete' }), unfit: undefined, go: toBatch },
  ] as const
  return (
    <>
      {actions.map(
        ({ move, may, unfit, go }) =>
          may.shown && (
            <Button
              key={move}
              size="s"
              icon={cardActions[move].icon}
              disabled={may.reason ?? tooMany(BATCH_CARDS) ?? unfit}
              onClick={() => (go as (move: CardMove, chosen: Chosen[]) => void)(move, chosen)}
            >
              {t(`cards.action.${move}`)}
            </Button>
          ),
      )}
      {mayControl.shown && (
        <Button
          size="s"
          icon="shield"
          disabled={mayControl.reason ?? tooMany(CARDS_A_SAVE)}
          onClick={() => toControls(chosen)}
        >
          {t('cards.batch.controls')}
        </Button>
      )}
      {mayTry.shown && (
        <Button
          size="s"
          icon="check"
          guardMs={0}
          disabled={mayTry.reason ?? tooMany(TRIED_MAX)}
          onClick={() => toPass(chosen)}
        >
          {t('cards.batch.pass')}
        </Button>
      )}
      {labels.map(({ what, icon, go }) => (
        <Button key={what} size="s" icon={icon} guardMs={0} disabled={tooMany(CARDS_A_MOVE)} onClick={() => go(chosen)}>
          {t(`cards.label.${what}`)}
        </Button>
      ))}
    </>
  )
}

export const fits = (move: 'freeze' | 'unfreeze', card: Chosen): boolean =>
  cardActions[move].offered(card) && whyNot(move, card) === undefined
