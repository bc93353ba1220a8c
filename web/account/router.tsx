/** The hash routes before sign-in. The first address beyond them loads the others (`signedIn.tsx`). */
import { createHashRouter, redirect } from 'react-router'
import { inTime, lazyPage, pagesOf } from '../parts/lazyPage.ts'
import { barePaths } from './barePaths.ts'
import { guardEntrance } from './entrance.ts'
import { PageFailed } from './layout/PageFailed.tsx'

const signIn = pagesOf({
  cn: () => import('./identity/signIn/text.cn.ts'),
  en: () => import('./identity/signIn/text.en.ts'),
})

let others = false

export const router = createHashRouter(
  [
    {
      id: 'root',
      errorElement: <PageFailed />,
      HydrateFallback: () => null,
      children: [
        {
          path: barePaths.signIn,
          loader: guardEntrance,
          ...lazyPage(signIn(() => import('./identity/signIn/SignInPage.tsx'))),
        },
        {
          path: barePaths.signUp,
          loader: guardEntrance,
          ...lazyPage(signIn(() => import('./identity/signIn/SignUpPage.tsx'))),
        },
        { path: '/index.html', loader: () => redirect(barePaths.signIn) },
      ],
    },
  ],
  {
    async patchRoutesOnNavigation({ patch, signal }) {
      if (others) return
      const { routes } = await inTime(() => import('./signedIn.tsx'))
      // Several navigations may have waited for the file, and one that was given up meanwhile adds nothing.
      if (others || signal.aborted) return
      patch('root', routes)
      others = true
    },
  },
)
