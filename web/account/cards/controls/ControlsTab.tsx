import { useSearchParams } from 'react-router'
import { useSession } from '#web/parts/client/useSession.ts'
import type { ShownCard } from '../cardChanged.ts'
import { ControlsPanel } from './ControlsPanel.tsx'
import { useText } from './form/text.ts'

const ended = ['CLOSED', 'CLOSING', 'FAILED'] as const

/** The controls of a card on its page. */
export default function ControlsTab({ card: { card } }: { card: ShownCard }) {
  const t = useText()
  const { subAccount } = useSession()
  const [search] = useSearchParams()
  const { cardId } = card
  const over = ended.find((status) => status === card.status)
  return (
    <ControlsPanel
      held={{ scope: 'CARD', scopeId: cardId }}
      ofCard={cardId}
      mayPin={!subAccount && card.subUid !== null}
      off={over && t(`cards.whyNot.${over}`)}
      line={search.get('line') || undefined}
    />
  )
}
