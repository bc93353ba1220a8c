import { Navigate, useLocation, useNavigate } from 'react-router'
import { useListPath } from '#web/account/listPath.ts'
import { paths } from '#web/account/paths.ts'
import { HandOverDialog } from './HandOverDialog.tsx'
import { canMove, type PickCard } from './picking.ts'
import type { Moving } from './handOver.ts'

type CameFrom = { chosen?: (Moving & Pick<PickCard, 'status'>)[] } | null

/** Hands over the cards selected in the list of cards. */
export default function HandOverPage() {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const here = useListPath()
  const chosen = (state as CameFrom)?.chosen ?? []
  if (chosen.length === 0) return <Navigate to={here(paths.cardList)} replace />
  const cards = chosen.filter(canMove)
  return (
    <HandOverDialog
      cards={cards}
      skipped={chosen.length - cards.length}
      onClose={() => void navigate({ pathname: here(paths.cardList), search })}
    />
  )
}
