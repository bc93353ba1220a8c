import type { ReactNode } from 'react'
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
import { RevealDialog } from './RevealDialog.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'
import { useState } from 'react'
import { useText } from '../text.ts'

type Props = { card: ShownCard; onClose: () => void }

const dialogs = {
  reveal: (props) => <RevealDialog {...props} />,
  load: (props) => <LoadDialog {...props} />,
  withdraw: (props) => <WithdrawDialog {...props} />,
  freeze: (props) => <FreezeDialog {...props} move="freeze" />,
  unfreeze: (props) => <FreezeDialog {...props} move="unfreeze" />,
  address: (props) => <AddressDialog {...props} />,
  delete: (props) => <DeleteDialog {...props} />,
} as const satisfies Record<CardMove, (props: Props) => ReactNode>

/** The dialog of an action. Its address can be typed, so the rule table is checked here too. */
export function ActionDialog({ move, card, onClose }: Props & { move: CardMove }) {
  const t = useText()
  const offers = useCardActions()
  const offer = offers(card.card).find((one) => one.move === move)
  const why = offer ? offer.reason : t('cards.whyNot.ACTIVE')
  // A slightly outdated card may wrongly refuse the action; once allowed, changes caused by the dialog must not close it.
  const [allowed, setAllowed] = useState(why === undefined)
  if (!allowed && why === undefined) setAllowed(true)
  if (allowed) return dialogs[move]({ card, onClose })
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
