import type { Same } from '#web/phrases.ts'
import type * as cn from './text.cn.ts'

export const passkey = {
  signIn: 'Sign in with a passkey',
  first: 'You’ll confirm with your passkey',
  useCode: 'Use a code instead',
  show: 'Show with passkey',
  showText: 'Confirm with your passkey to see the number. Every view is logged.',
  cancelled: 'No passkey was used. Try again or use another method.',
} satisfies Same<typeof cn.passkey>
