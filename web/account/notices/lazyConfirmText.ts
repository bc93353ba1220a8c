import { lazy } from 'react'
import { withText } from '#web/text.ts'

/** Rarely shown, but asked for at every start. The checker of its HTML is loaded with it, so that the dialog does not open empty and grow. */
export const ConfirmText = lazy(
  withText(async () => {
    const [page] = await Promise.all([import('./ConfirmText.tsx'), import('dompurify').catch(() => undefined)])
    return page
  }),
)
