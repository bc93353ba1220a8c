import { useLocation, useNavigate } from 'react-router'
import type { StaffRow } from '#contract/staff/staff.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { useHolds, useSelf } from '#web/operator/desk.ts'
import { paths } from '#web/operator/paths.ts'
import { useText } from '../text.ts'

/** What an administrator may do with this person; never with themselves. */
export function PersonActions({ person }: { person: StaffRow }) {
  const t = useText()
  const self = useSelf()
  const navigate = useNavigate()
  const { search } = useLocation()
  if (!useHolds('staff:people.make')) return null
  const own = person.staffId === self?.staffId ? t('staff.self') : undefined
  const go = (move: 'roles' | 'disable' | 'enable') =>
    navigate({ pathname: paths.person(person.staffId, move), search })
  return (
    <span style={{ display: 'inline-flex', gap: 6 }}>
      <Button
        size="s"
        disabled={own ?? (person.pendingApprovalId ? t('staff.pending') : undefined)}
        onClick={() => void go('roles')}
      >
        {t('staff.changeRoles')}
      </Button>
      <Button size="s" disabled={own} onClick={() => void go(person.disabled ? 'enable' : 'disable')}>
        {person.disabled ? t('staff.enable') : t('staff.disable')}
      </Button>
    </span>
  )
}
