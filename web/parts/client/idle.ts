/** The idle rule (docs/reference/numbers.md#console): after two idle hours, requests are dropped; a response counts at most once a minute. */
import { store, stored } from './session.ts'

const IDLE_LIMIT_MS = 7_200_000
const REFRESH_EVERY_MS = 60_000

const lastActiveTime = (): number | undefined => {
  const value = Number(stored('lastActiveTime'))
  return value > 0 ? value : undefined
}

export const isIdle = (): boolean => {
  const last = lastActiveTime()
  return last !== undefined && Date.now() - last > IDLE_LIMIT_MS
}

export function wasActive(): void {
  const last = lastActiveTime()
  if (last === undefined || Date.now() - last >= REFRESH_EVERY_MS) store('lastActiveTime', String(Date.now()))
}
