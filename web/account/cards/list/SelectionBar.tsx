import { BATCH_CARDS } from '#contract/cards/batches.ts'
import { freezeCard } from '#contract/cards/cards.ts'
import { CARDS_A_MOVE } from '#contract/cards/groups.ts'
import { withdrawFromCards } from '#contract/cards/withdrawing.ts'
import { CARDS_A_SAVE, saveControls } from '#contract/controls/controls.ts'
import { handOverCards } from '#contract/subaccounts/subaccounts.ts'
import { TRIED_MAX, wouldPass } from '#contract/trades/wouldPass.ts'
import type { CardMove } from '#contract/cards/states.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { routeSet } from '#web/account/menu.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { cardActions, fits } from '../cardActions.ts'
import { useLabelActions } from '../labelActions.ts'
import { useCardNavigation, type Chosen } from '../cardNavigation.ts'
import { useText } from '../text.ts'

/** The actions for the selection. Loading, withdrawing and deleting have dialogs that check their rules. */
export default function SelectionBar({ chosen }: { chosen: Chosen[] }) {
  const t = useText()
  const labels = useLabelActions()
  const { toBatch, toControls, toHandOver, toPass, toActionOnMany } = useCardNavigation()
  // Everything that matches can be selected, but a call takes only so many cards.
  const tooMany = (most: number) => (chosen.length > most ? t('cards.batch.most', { max: most }) : undefined)
  const unfit = (move: 'freeze' | 'unfreeze') =>
    chosen.every((card) => !fits(move, card)) ? t('cards.batch.nothing') : undefined
  const empty = chosen.some(({ available }) => available > 0) ? undefined : t('cards.whyNot.empty')
  const mayHand = useMay(handOverCards)
  const withSubs = routeSet(useSession()) === 'parentWithSubs'
  const mayControl = useMay(saveControls)
  const mayTry = useMay(wouldPass)
  const actions = [
    { move: 'freeze', may: useMay(freezeCard), unfit: unfit('freeze'), go: toActionOnMany },
    { move: 'unfreeze', may: useMay(cardActions.unfreeze.by), unfit: unfit('unfreeze'), go: toActionOnMany },
    { move: 'load', may: useMay({ who: 'card:batchRecharge', action: 'load' }), unfit: undefined, go: toBatch },
    { move: 'withdraw', may: useMay(withdrawFromCards), unfit: empty, go: toBatch },
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
      {withSubs && mayHand.shown && (
        <Button size="s" icon="people" guardMs={0} disabled={mayHand.reason} onClick={() => toHandOver(chosen)}>
          {t('cards.batch.handOver')}
        </Button>
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
