import { lazy } from 'react'
import { withText } from '#web/text.ts'

/** Rarely shown, but asked for at every start. */
export const ConfirmText = lazy(withText(() => import('./ConfirmText.tsx')))
