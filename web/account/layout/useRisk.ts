import { useEffect } from 'react'
import { session } from '#web/parts/client/session.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { loadUserInfo } from '#web/parts/client/whoAmI.ts'

const EVERY_MS = 30_000

/** The standing of the account, looked up now and then: cards may all stop while somebody reads a page. */
export function useRisk(): 'NORMAL' | 'WARN' | 'SHUTDOWN' {
  const risk = useSession().UserInfo?.statusList.risk ?? 'NORMAL'
  useEffect(() => {
    const look = () =>
      void (document.hidden || !session().IsLogin || loadUserInfo({ background: true }).catch(() => {}))
    const timer = setInterval(look, EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return risk
}
