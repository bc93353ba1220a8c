/** What was opened last, for the palette: kept in this browser, by user (docs/reference/console.md#what-the-browser-keeps). */
import { useEffect } from 'react'
import { session, store, storedJson } from '../parts/client/session.ts'
import type { IconName } from '../ui/Icon.tsx'

/** A page has only its address: its title is in the language of the moment. */
export type Recent = { to: string; icon: IconName; title?: string; note?: string }

const MOST = 8

const all = (): Record<string, Recent[]> => storedJson('recent') ?? {}
const user = (): string => session().UserInfo?.userId ?? ''

export const recents = (): readonly Recent[] => all()[user()] ?? []

export function rememberRecent(recent: Recent): void {
  if (!session().IsLogin || user() === '') return
  const others = recents().filter(({ to }) => to !== recent.to)
  store('recent', JSON.stringify({ ...all(), [user()]: [recent, ...others].slice(0, MOST) }))
}

/** Remembers what a page shows, as soon as it is known. */
export function useRecent(recent: Recent | undefined): void {
  const { to, icon, title, note } = recent ?? {}
  useEffect(() => {
    if (to === undefined || icon === undefined) return
    rememberRecent({ to, icon, ...(title !== undefined && { title }), ...(note !== undefined && { note }) })
  }, [to, icon, title, note])
}
