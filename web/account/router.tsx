/** The route table as hash routes: the guard decides access, and each page is a separate chunk. */
import { createHashRouter, redirect, type RouteObject } from 'react-router'
import { loadPage, pagesOf, type LoadPage } from '../parts/lazyPage.ts'
import { flat, type Entry } from './menu.ts'
import { guardEntrance, guardPage, guardSession } from './guard.ts'
import { PageFailed } from './layout/PageFailed.tsx'
import { paths } from './paths.ts'
import { table } from './routes.ts'

const signIn = pagesOf(() => import('./identity/signIn/text.ts'))
const layout = pagesOf(() => import('./layout/text.ts'))

const chunk = (load: LoadPage): Pick<RouteObject, 'lazy'> => ({ lazy: () => loadPage(load) })

function pageRoute(entry: Entry): RouteObject {
  const route = { path: entry.path, handle: entry, loader: () => guardPage(entry), errorElement: <PageFailed /> }
  if (!entry.load) return route
  return {
    ...route,
    ...chunk(entry.load),
    children: (entry.inside ?? []).map(({ path, load }) => ({ path, ...chunk(load) })),
  }
}

export const router = createHashRouter([
  {
    errorElement: <PageFailed />,
    HydrateFallback: () => null,
    children: [
      { path: paths.signIn, loader: guardEntrance, ...chunk(signIn(() => import('./identity/signIn/SignInPage.tsx'))) },
      { path: paths.signUp, loader: guardEntrance, ...chunk(signIn(() => import('./identity/signIn/SignUpPage.tsx'))) },
      { path: paths.notFound, ...chunk(layout(() => import('./layout/NotFoundPage.tsx'))) },
      {
        path: paths.noPermission,
        loader: guardSession,
        ...chunk(layout(() => import('./layout/NoPermissionPage.tsx'))),
      },
      { path: '/index.html', loader: () => redirect(paths.signIn) },
      { ...chunk(layout(() => import('./layout/Shell.tsx'))), children: flat(table).map(pageRoute) },
      { path: '*', loader: () => redirect(paths.notFound) },
    ],
  },
])
