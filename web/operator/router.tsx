/** The desk's pages as hash routes. Access is checked before a page is loaded; the server refuses by the same keys. */
import { createHashRouter, redirect, type RouteObject } from 'react-router'
import { staffSelf } from '#contract/staff/staff.ts'
import type { StaffKey } from '#contract/core/staffRoles.ts'
import { ask } from '../parts/client/client.ts'
import { lazyPage, pagesOf } from '../parts/lazyPage.ts'
import { deskSelf, deskToken, holds, keepSelf } from './desk.ts'
import { DeskFailed } from './layout/DeskFailed.tsx'
import { paths } from './paths.ts'
import { table, under } from './routes.ts'

const desk = pagesOf({ cn: () => import('./text.cn.ts'), en: () => import('./text.en.ts') })

const staff = pagesOf({ cn: () => import('./staff/text.cn.ts'), en: () => import('./staff/text.en.ts') })

/** A reload requests the user again: roles may have changed. */
async function guard(needs: readonly StaffKey[]): Promise<Response | null> {
  if (!deskToken()) return redirect(paths.signIn)
  if (!deskSelf()) {
    const self = await ask(staffSelf, {}, { quiet: true }).catch(() => undefined)
    if (!deskToken()) return redirect(paths.signIn)
    if (self) keepSelf(self)
  }
  return holds(deskSelf(), needs) ? null : redirect(paths.noPermission)
}

const pages: RouteObject[] = table.map(({ path, needs, load, inside = [] }) => ({
  path,
  handle: path,
  loader: () => guard(needs),
  errorElement: <DeskFailed />,
  ...lazyPage(load),
  children: inside.map((one) => ({ path: one.path, ...lazyPage(one.load) })),
}))
const below: RouteObject[] = under.map(({ path, of, load }) => ({
  path,
  handle: of,
  loader: () => guard(table.find((one) => one.path === of)?.needs ?? []),
  errorElement: <DeskFailed />,
  ...lazyPage(load),
}))

export const router = createHashRouter([
  {
    errorElement: <DeskFailed />,
    HydrateFallback: () => null,
    children: [
      {
        path: paths.signIn,
        loader: () => (deskToken() ? redirect(paths.home) : null),
        ...lazyPage(desk(() => import('./staff/signIn/SignInPage.tsx'))),
      },
      { path: paths.enrol(':link'), ...lazyPage(staff(() => import('./staff/signIn/EnrolPage.tsx'))) },
      {
        ...lazyPage(desk(() => import('./layout/Shell.tsx'))),
        children: [
          ...pages,
          ...below,
          {
            path: paths.noPermission,
            loader: () => guard([]),
            ...lazyPage(desk(() => import('./layout/NoPermissionPage.tsx'))),
          },
        ],
      },
      { path: '*', loader: () => redirect(paths.home) },
    ],
  },
])
