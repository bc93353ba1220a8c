import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import '../ui/tokens.css'
import '../ui/base.css'
import { langAtStart, onSignedOut } from '../parts/client/session.ts'
import '../parts/theme.ts' // follows the system, also where nothing lets one choose
import { Toasts } from '../ui/dialogs/Toasts.tsx'
import { keepInvite } from './identity/signIn/invite.ts'
import { barePaths } from './barePaths.ts'
import { router } from './router.tsx'
import { startText } from '../text.ts'

keepInvite()
onSignedOut(() => void router.navigate(barePaths.signIn, { replace: true }))

await startText(langAtStart === 'en' ? 'en' : 'cn')
createRoot(document.getElementById('root')!).render(
  <>
    <RouterProvider router={router} />
    <Toasts />
  </>,
)
