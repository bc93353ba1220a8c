import { useEffect, useEffectEvent, useRef } from 'react'
import { useMatches, useNavigate } from 'react-router'
import { grantIsOld, onGrant } from '#web/parts/client/grant.ts'
import { queryClient } from '#web/parts/client/queries.ts'
import { session } from '#web/parts/client/session.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { toast } from '#web/ui/dialogs/toast.ts'
import { table } from '../routes.ts'
import { homeOf } from '../guard.ts'
import { permitted, type Entry } from '../menu.ts'
import { loadPermissions } from '#web/parts/client/whoAmI.ts'
import { useText } from './text.ts'

/** A change of the role shows within five seconds: this, a second of the clock, and the way there. */
const LOOK_MS = 3_000

/**
 * The role of a sub-account may change while it reads a page. Menu and buttons follow without a reload; whoever stands
 * on a page that is gone is led to the first that its group still has, as somebody who opens the group.
 */
export function useGrant(): void {
  const t = useText()
  const navigate = useNavigate()
  const state = useSession()
  const entry = useMatches()
    .map((match) => match.handle as Entry | undefined)
    .findLast(Boolean)

  useEffect(() => {
    const load = () => void loadPermissions({ background: true }).catch(() => {})
    const look = () => {
      if (session().subAccount && session().IsLogin && !document.hidden && grantIsOld(LOOK_MS)) load()
    }
    onGrant(load)
    const timer = setInterval(look, 1_000)
    document.addEventListener('visibilitychange', look)
    return () => {
      onGrant(() => {})
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])

  const rights =
    state.subAccount && state.Auths && state.subPermission
      ? [...state.Auths.map(({ id }) => id), ...state.subPermission].toSorted().join()
      : undefined
  const before = useRef(rights)
  const follow = useEffectEvent(() => {
    const was = before.current
    before.current = rights
    if (was === undefined || rights === undefined || was === rights) return
    toast.info(t('layout.rightsChanged'), 4_000)
    void queryClient.invalidateQueries()
    if (!entry || permitted(entry, session())) return
    const group = table.find(({ children }) => children?.includes(entry))
    void navigate(group?.path ?? homeOf(), { replace: true })
  })
  useEffect(() => {
    follow()
  }, [rights])
}
