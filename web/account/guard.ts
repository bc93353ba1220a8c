/** The route guard (docs/reference/console.md#routes). Every loader calls it before its page is shown. */
import { redirect } from 'react-router'
import { clearSession, session } from '../parts/client/session.ts'
import { paths } from './paths.ts'
import { permitted, routeSet, type Entry } from './menu.ts'
import { loadPermissions } from '../parts/client/whoAmI.ts'

/** All other routes except `/404`, the target of unknown addresses, need a token. */
export function guardSession(): Response | null {
  if (session().IsLogin) return null
  clearSession()
  return redirect(paths.signIn)
}

export async function guardPage(entry: Entry): Promise<Response | null> {
  const out = guardSession()
  if (out) return out
  if (!session().Auths) await loadPermissions().catch(() => {})
  if (!session().IsLogin) return redirect(paths.signIn)
  if (!entry.sets.includes(routeSet(session()))) return redirect(paths.notFound)
  if (!entry.children) return permitted(entry, session()) ? null : redirect(paths.noPermission)
  const first = entry.children.find((child) => child.sets.includes(routeSet(session())) && permitted(child, session()))
  return redirect(first?.path ?? paths.noPermission)
}
