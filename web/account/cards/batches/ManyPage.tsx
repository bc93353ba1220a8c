import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import type { CameFrom } from '../cardNavigation.ts'
import { useHere } from '#web/account/here.ts'
import { paths } from '#web/account/paths.ts'
import { DeleteMany } from './DeleteMany.tsx'
import { LoadMany } from './LoadMany.tsx'

/** Load or delete many cards: those chosen in the list, those that are pasted, or both. */
export default function ManyPage() {
  const { what } = useParams()
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const here = useHere()
  if (what !== 'load' && what !== 'delete') return <Navigate to={here(paths.cardList)} replace />
  const chosen = (state as CameFrom)?.chosen ?? []
  const first = chosen.map(({ cardId, lastFour, segment, available }) => ({
    cardId,
    lastFour,
    segment,
    balance: available,
  }))
  const Many = what === 'load' ? LoadMany : DeleteMany
  return <Many first={first} onClose={() => void navigate({ pathname: here(paths.cardList), search })} />
}
