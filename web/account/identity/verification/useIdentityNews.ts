import { useEffect } from 'react'
import type { Output } from '#contract/core/call.ts'
import { identityStatus } from '#contract/identity/verification.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { loadUserInfo } from '#web/parts/client/whoAmI.ts'

const LIVE_MS = 8_000

/** The verification's status, polled while staff may be deciding; a decision shows everywhere immediately. */
export function useIdentityNews(enabled: boolean): Output<typeof identityStatus> | undefined {
  const known = useSession().UserInfo?.statusList.identity
  const { data } = useAsk(identityStatus, {}, { quiet: true, enabled, everyMs: LIVE_MS, live: ['account'] })
  const decided = data?.status === 'PASSED' || data?.status === 'REJECTED' ? data.status : undefined
  useEffect(() => {
    // A rejected business stays verified as a person.
    if (decided && known === 'PENDING') void loadUserInfo({ background: true }).catch(() => {})
  }, [decided, known])
  return data
}
