/**
 * The signed-in member of staff. Kept only for this tab, so that closing it leaves the desk; never stored with the account console's tokens, although both
 * consoles share one origin.
 */
import { useSyncExternalStore } from 'react'
import type { Output } from '#contract/core/call.ts'
import type { StaffSelf, staffSignIn } from '#contract/staff/staff.ts'
import type { StaffKey } from '#contract/core/staffRoles.ts'
import { signBy } from '../parts/client/client.ts'
import { queryClient } from '../parts/client/queries.ts'

const KEY = 'staff_token'
const listeners = new Set<() => void>()
let self: StaffSelf | undefined
let leave = (): void => {}

const changed = (): void => listeners.forEach((listen) => listen())
export const deskToken = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined
export const onDeskClosed = (act: () => void): void => void (leave = act)

export function openDesk({ access_token, staff }: Output<typeof staffSignIn>): void {
  sessionStorage.setItem(KEY, access_token)
  keepSelf(staff)
}
export function keepSelf(staff: StaffSelf): void {
  self = staff
  changed()
}
/** No data of one person is left for the next. */
export function closeDesk(): void {
  sessionStorage.removeItem(KEY)
  self = undefined
  queryClient.clear()
  changed()
  leave()
}

// In this file and not where the page starts: the router checks the session as soon as it is loaded, which is earlier.
signBy({ token: deskToken, end: closeDesk })

export const deskSelf = (): StaffSelf | undefined => self
export const useSelf = (): StaffSelf | undefined =>
  useSyncExternalStore((listen) => {
    listeners.add(listen)
    return () => listeners.delete(listen)
  }, deskSelf)

/** Uses the same keys that the server refuses by. */
export const holds = (staff: StaffSelf | undefined, keys: readonly StaffKey[]): boolean =>
  keys.length === 0 || keys.some((key) => staff?.keys.includes(key))
export const useHolds = (...keys: StaffKey[]): boolean => holds(useSelf(), keys)
