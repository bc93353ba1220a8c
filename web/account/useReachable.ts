/** Which addresses this user can open: buttons to missing or forbidden pages are hidden. */
import { useSession } from '../parts/client/useSession.ts'
import { table } from './routes.ts'
import { flat, permitted, routeSet } from './menu.ts'

export function useReachable(): (path: string) => boolean {
  const state = useSession()
  const set = routeSet(state)
  return (path) =>
    flat(table).some((entry) => entry.path === path && entry.sets.includes(set) && permitted(entry, state))
}
