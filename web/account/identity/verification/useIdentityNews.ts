import { useEffect } from 'react'
import type { Output } from '#contract/core/call.ts'
import { identityStatus } from '#contract/identity/verification.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { loadUserInfo } from '#web/parts/client/whoAmI.ts'

const LIVE_MS = 8_000

/** Where the verification stands, asked by the clock while staff may be deciding it; what they decide is everywhere at once. */
export function useIdentityNews(enabled: boolean): Output<typeof identityStatus> | undefined {
  const known = useSession().UserInfo?.statusList.identity
  const { data } = useAsk(identityStatus, {}, { quiet: true, enabled, everyMs: LIVE_MS })
  const decided = data?.status === 'PASSED' || data?.status === 'REJECTED' ? data.status : undefined
  useEffect(() => {
    // A business that is refused stays the person that was proved.
    if (decided && known === 'PENDING') void loadUserInfo({ background: true }).catch(() => {})
  }, [decided, known])
  return data
}
