/** Every widget in every state, at `/ui` of the development server: to look at, and to be compared with pictures (test/journeys/layout/pictures.journey.ts). */
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createHashRouter, RouterProvider } from 'react-router'
import '../ui/tokens.css'
import '../ui/base.css'
import { queryClient } from '../parts/client/queries.ts'
import { langAtStart } from '../parts/client/session.ts'
import '../parts/theme.ts'
import { startText, withText } from '../text.ts'
import { Toasts } from '../ui/dialogs/Toasts.tsx'

await startText(langAtStart === 'en' ? 'en' : 'cn')
const { Gallery } = await withText(() => import('./Gallery.tsx'))()
createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={createHashRouter([{ path: '*', element: <Gallery /> }])} />
    <Toasts />
  </QueryClientProvider>,
)
