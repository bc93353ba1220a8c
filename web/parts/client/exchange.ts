/** A new access token for the refresh token, once, however many tabs and requests want it at the same time. */
import { refresh } from '#contract/identity/identity.ts'
import type { Output } from '#contract/core/call.ts'
import { asRefused } from './refused.ts'
import { open, send } from './send.ts'
import { keepTokens, stored } from './session.ts'

let running: Promise<boolean> | undefined

/** `true`: there is a token newer than `stale` now. `false`: the session is over. Throws where nobody answered. */
export function exchange(stale: string | undefined): Promise<boolean> {
  running ??= inOneTab(() => exchangeOnce(stale)).finally(() => (running = undefined))
  return running
}

/** The refresh token is good for one use: two tabs that used it together would end the session (reuse is revoked). */
const inOneTab = (work: () => Promise<boolean>): Promise<boolean> =>
  'locks' in navigator ? navigator.locks.request('kaika:refresh', work) : work()

async function exchangeOnce(stale: string | undefined): Promise<boolean> {
  if (stored('access_token') !== stale) return stored('access_token') !== undefined
  const refresh_token = stored('refresh_token')
  if (refresh_token === undefined) return false
  const wish = { grant_type: 'refresh_token', scope: 'server', type: 'web', refresh_token } as const
  try {
    keepTokens((await open(refresh, await send(refresh, wish, undefined))) as Output<typeof refresh>)
    return true
  } catch (error) {
    if (asRefused(error)?.unknown) throw error
    return false
  }
}
