import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import type { CameFrom } from '../cardNavigation.ts'
import { useHere } from '#web/account/here.ts'
import { paths } from '#web/account/paths.ts'
import { MoveCards } from './MoveCards.tsx'
import { TagCards } from './TagCards.tsx'

/** The group or the tags of one card or many, over the list or over the card that it was opened from. */
export default function LabelsPage() {
  const { what } = useParams()
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const here = useHere()
  const from = state as CameFrom
  if ((what !== 'group' && what !== 'tags') || !from?.chosen?.length)
    return <Navigate to={here(paths.cardList)} replace />
  const close = () => void navigate({ pathname: here(from.back ? paths.card(from.back) : paths.cardList), search })
  const Dialog = what === 'group' ? MoveCards : TagCards
  return <Dialog cards={from.chosen} onClose={close} />
}
