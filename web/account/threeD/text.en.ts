import type { Same } from '#web/phrases.ts'
import type * as cn from './text.cn.ts'

export const threeD = {
  list: 'Codes from the last hour',
  live: 'Live',
  away: 'Connection lost. Reconnecting',
  keyCopy: 'copy the latest',
  keyMove: 'select',
  lastFour: 'Last four digits',
  merchant: 'Merchant',
  left: 'Time left',
  copy: 'Copy',
  copied: 'Code {{code}} copied',
  copyOf: 'Copy code for {{merchant}}, card {{lastFour}}',
  codeOf: '{{merchant}}, card {{lastFour}}',
  newest: 'New code for {{merchant}}, card {{lastFour}}',
  over: 'Code expired',
  none: 'No codes in the last hour',
  noneText:
    'When a merchant requires 3-D Secure, the issuer’s code appears here automatically. Copy it into the merchant’s verification window.',
  noneFound: 'No codes match',
  noneFoundText: 'Change or clear the filters.',
  foot: 'Codes are shown for one hour. The first view of each code is recorded in the operation log.',
  more_one: '{{count}} more. Use the filters to narrow the list.',
  more: '{{count}} more. Use the filters to narrow the list.',
  latest: 'Latest 3-D Secure code',
} satisfies Same<typeof cn.threeD>
