import type { Same } from '#web/phrases.ts'
import type * as cn from './text.cn.ts'

export const recurring = {
  title: 'Recurring charges',
  none: 'No recurring charges yet',
  noneText: 'Subscriptions and other regular charges appear here after their third charge.',
  expected: 'Expected in the next {{days}} days',
  count: 'Charges',
  WEEK: 'Every week',
  MONTH: 'Every month',
  YEAR: 'Every year',
  DAY_one: 'Every day',
  DAY: 'Every {{days}} days',
  last: 'Last {{amount}} on {{day}}',
  former: 'was {{amount}}',
  range: '{{least}} to {{most}}',
  next: 'Next around {{day}}',
  nextUnsure: 'Next probably around {{day}}',
  short: 'Short by {{amount}}',
  FROZEN: 'The card is frozen, so the next charge from {{merchant}} will be declined.',
  STOPPED: 'The card is stopped, so the next charge from {{merchant}} will be declined. Contact customer service.',
  USED_UP:
    'The card is used up, so the next charge from {{merchant}} will be declined. Its controls can allow one more.',
  ENDED: 'The card can’t be used anymore. Give {{merchant}} another card.',
  EXPIRES: 'The card expires before the next charge from {{merchant}}. Give the merchant another card.',
  FUNDS: 'Insufficient balance for the next charge from {{merchant}} around {{day}}. Load {{amount}}.',
} satisfies Same<typeof cn.recurring>
