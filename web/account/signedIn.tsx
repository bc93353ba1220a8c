/** The routes of all pages behind the sign-in: the guard decides access, and each page is a separate chunk. */
import { redirect, type RouteObject } from 'react-router'
import { lazyPage, pagesOf } from '../parts/lazyPage.ts'
import { flat, type Entry } from './menu.ts'
import { guardPage, guardSession } from './guard.ts'
import { PageFailed } from './layout/PageFailed.tsx'
import { paths } from './paths.ts'
import { table } from './routes.ts'

const layout = pagesOf({ cn: () => import('./layout/text.cn.ts'), en: () => import('./layout/text.en.ts') })

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
  { ...lazyPage(layout(() => import('./layout/Shell.tsx'))), children: flat(table).map(pageRoute) },
  { path: '*', loader: () => redirect(paths.notFound) },
]
