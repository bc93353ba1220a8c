/** The addresses that the sign-in page knows: the rest, and the menu that they come from, are loaded after it (`signedIn.tsx`). */
import type { pages } from '#contract/core/permissions.ts'

export const barePaths = {
  signIn: '/',
  signUp: '/signup',
  home: '/home' satisfies (typeof pages)['2001']['path'],
  subHome: '/subHome' satisfies (typeof pages)['2008']['path'],
} as const
