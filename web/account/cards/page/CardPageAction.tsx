import { useParams } from 'react-router'
import { showCard } from '#contract/cards/cards.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { ActionDialog } from '../actions/ActionDialog.tsx'
import { isMove } from '../cardActions.ts'
import { useCardNavigation } from '../cardNavigation.ts'

/** The dialog of an action over the page of its card. */
export default function CardPageAction() {
  const { cardId = '', move } = useParams()
  const { toCard } = useCardNavigation()
  const { data } = useAsk(showCard, { cardId }, { quiet: true, live: ['cards', 'money', 'trades'], ofCard: cardId })
  if (data?.card.cardId !== cardId || !isMove(move)) return null
  return <ActionDialog key={move} move={move} card={data} onClose={() => toCard(cardId)} />
}
