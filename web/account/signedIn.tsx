/** The routes of all pages behind the sign-in: the guard decides access, and each page is a separate chunk. */
import { redirect, type RouteObject } from 'react-router'
import { lazyPage, pagesOf } from '../parts/lazyPage.ts'
import { listenForChanges } from '../parts/client/changeStream.ts'
import { clearSession, session } from '../parts/client/session.ts'
import { loadPermissions } from '../parts/client/whoAmI.ts'
import { flat, permitted, routeSet, type Entry } from './menu.ts'
import { PageFailed } from './layout/PageFailed.tsx'
import Shell from './layout/Shell.tsx'
import { paths } from './paths.ts'
import { table } from './routes.ts'

const layout = pagesOf({ cn: () => import('./layout/frame.cn.ts'), en: () => import('./layout/frame.en.ts') })

function pageRoute(entry: Entry): RouteObject {
  const route = { path: entry.path, handle: entry, loader: () => guardPage(entry), errorElement: <PageFailed /> }
  if (!entry.load) return route
  return {
    ...route,
    ...lazyPage(entry.load),
    children: (entry.inside ?? []).map(({ path, load }) => ({ path, ...lazyPage(load) })),
  }
}

export const routes: RouteObject[] = [
  { path: paths.notFound, ...lazyPage(layout(() => import('./layout/NotFoundPage.tsx'))) },
  {
    path: paths.noPermission,
    loader: guardSession,
    ...lazyPage(layout(() => import('./layout/NoPermissionPage.tsx'))),
  },
  // Around every page, so it comes with this file; its texts do not.
  { ...lazyPage(layout(async () => ({ default: Shell }))), children: flat(table).map(pageRoute) },
  { path: '*', loader: () => redirect(paths.notFound) },
]

/** All other routes except `/404`, the target of unknown addresses, need a token. */
function guardSession(): Response | null {
  if (session().IsLogin) return null
  clearSession()
  return redirect(paths.signIn)
}

async function guardPage(entry: Entry): Promise<Response | null> {
  const out = guardSession()
  if (out) return out
  // Before the page reads anything: what changes afterwards is heard.
  listenForChanges()
  if (!session().Auths) await loadPermissions().catch(() => {})
  if (!session().IsLogin) return redirect(paths.signIn)
  if (!entry.sets.includes(routeSet(session()))) return redirect(paths.notFound)
  // Without a network nobody has refused anything: the page says that it cannot be loaded.
  const may = !session().Auths || permitted(entry, session())
  if (!entry.children) return may ? null : redirect(paths.noPermissionFor(entry.id))
  const first = entry.children.find((child) => child.sets.includes(routeSet(session())) && permitted(child, session()))
  return redirect(first?.path ?? paths.noPermissionFor(entry.id))
}
