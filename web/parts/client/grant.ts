/**
 * A sub-account's rights have a version, which the server says with every answer. A newer one means that its role was
 * changed while it reads; the header acts on it (`useGrant`, account/layout/Shell.tsx).
 */
import { onSession, session } from './session.ts'

let known = 0
let heardAt = 0
let changed = (): void => {}
export const onGrant = (act: () => void): void => void (changed = act)

export function heardGrant(stamp: string | null): void {
  if (stamp === null) return
  const before = known
  heardAt = Date.now()
  known = Math.max(known, Number(stamp))
  if (before > 0 && known > before) changed()
}

/** Whether the server last reported it longer ago than this. */
export const grantIsOld = (ms: number): boolean => Date.now() - heardAt >= ms

/** No data of one person is left for the next. */
onSession(() => session().IsLogin || (known = 0))
