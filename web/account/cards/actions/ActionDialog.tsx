import { useState, type ComponentType } from 'react'
import type { CardMove } from '#contract/cards/states.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { useCardActions } from '../cardActions.ts'
import type { ShownCard } from '../cardChanged.ts'
import { AddressDialog } from './AddressDialog.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { FreezeDialog } from './FreezeDialog.tsx'
import { LoadDialog } from './LoadDialog.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { ReplaceDialog } from './ReplaceDialog.tsx'
import { RevealDialog } from './RevealDialog.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'
import { useText } from '../text.ts'

type Props = { card: ShownCard; onClose: () => void }

const dialogs: { [M in CardMove]: ComponentType<Props & { move: M }> } = {
  reveal: RevealDialog,
  load: LoadDialog,
  withdraw: WithdrawDialog,
  freeze: FreezeDialog,
  unfreeze: FreezeDialog,
  address: AddressDialog,
  replace: ReplaceDialog,
  delete: DeleteDialog,
}

/** The dialog of an action. Its address can be typed, so the rule table is checked here too. */
export function ActionDialog({ move, card, onClose }: Props & { move: CardMove }) {
  const t = useText()
  const offers = useCardActions()
  const offer = offers(card.card).find((one) => one.move === move)
  const why = offer ? offer.reason : t('cards.whyNot.ACTIVE')
  // A slightly outdated card may wrongly refuse the action; once allowed, changes caused by the dialog must not close it.
  const [allowed, setAllowed] = useState(why === undefined)
  if (!allowed && why === undefined) setAllowed(true)
  const Action = dialogs[move] as ComponentType<Props & { move: CardMove }>
  if (allowed) return <Action move={move} card={card} onClose={onClose} />
  return (
    <Dialog
      title={t(`cards.action.${move}`)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      <Note tone="warn">{why}</Note>
    </Dialog>
  )
}
