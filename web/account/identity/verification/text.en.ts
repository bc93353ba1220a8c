import type { Same } from '#web/phrases.ts'
import type * as cn from './text.cn.ts'

export const verification = {
  text: 'This account isn’t verified, so it can hold fewer cards and top up less per day. Identity verification raises both limits.',
  pending: 'Identity verification is in review. Once it passes, you can hold more cards and top up more per day.',
  verify: 'Verify identity',
  status: 'View status',
} satisfies Same<typeof cn.verification>
