import { useEffect, useState } from 'react'
import { threeDPool, type PooledCode } from '#contract/threeD/threeD.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { isOpen } from './codeState.ts'

/** An account rarely has more in an hour; filters of the page reach the rest. */
const SHOWN = 100

/** The page without filters and the frame around every page ask the same, so one answer serves both. */
export const poolInput = { pageNo: 1, pageSize: SHOWN }
export const POOL_EVERY_MS = 5_000

/** Codes that can be entered and payments that can be answered now, the newest first, wherever one is in the console. */
export function useOpenCodes(): readonly PooledCode[] {
  const { IsLogin, Auths } = useSession()
  const may = useMay(threeDPool).shown
  const { data } = useAsk(threeDPool, poolInput, {
    quiet: true,
    aside: true,
    everyMs: POOL_EVERY_MS,
    live: ['trades'],
    enabled: IsLogin && Auths !== undefined && may,
  })
  const open = (data?.list ?? []).filter((code) => isOpen(code, serverNow()) && code.answer === null)
  const next = Math.min(...open.map(({ expireTime }) => expireTime))
  const [, renew] = useState(0)
  // The one that expires first disappears then, whether or not an answer comes.
  useEffect(() => {
    if (next === Infinity) return
    const timer = setTimeout(() => renew((times) => times + 1), Math.max(0, next - serverNow()) + 50)
    return () => clearTimeout(timer)
  }, [next])
  return open
}
