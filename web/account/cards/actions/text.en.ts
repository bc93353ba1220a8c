import type { Same } from '#web/phrases.ts'
import type * as cn from './text.cn.ts'

export const acting = {
  holds: {
    title: 'Pending authorizations',
    none: 'No pending authorizations',
    noneText: 'Some merchants can still force a debit.',
    sum: '{{count}} pending, {{total}} total',
    until: 'until {{time}} at the latest',
    sumOnly: '{{total}} is authorized and may still be captured',
  },
  rehearsal: {
    title: 'What happens next',
    group: '{{name}}: {{count}}',
    ungrouped: 'No group',
    back: 'Up to {{total}}, settled or released by {{time}}',
    recurring: 'Recurring charges that will be declined',
    recurringText:
      'Remove or replace the card at these merchants first. Otherwise the next charge is declined and counts towards your decline rate.',
    times: '{{count}} found',
    next_one: 'About every day, next around {{day}}',
    next: 'About every {{days}} days, next around {{day}}',
    refunds: 'More refunds may follow',
    refundsText: 'Refunds that arrive after deletion go to your account balance.',
    refunded: 'Remainder after {{amount}} refunded',
  },
  delete: {
    title: 'Delete card',
    submit: 'Delete card permanently',
    now: 'Returned to wallet now',
    later: 'Returned later, when holds are released (maximum)',
    laterBy: 'Returned later, by {{time}} (maximum)',
    others_one: '{{count}} more',
    others: '{{count}} more',
    refund: '{{merchant}} may refund more. It goes to your wallet.',
    recurring: 'Change the card at these merchants first, or their next charge is declined and counts',
    laterNote: 'Anything merchants don’t collect is returned automatically',
    unbind:
      'Remove the card from merchants first. Subscriptions that still charge it will fail and may count towards your decline rate.',
    forever: 'This can’t be undone. The card number stops working permanently.',
    type: 'Enter the last four digits, {{lastFour}}, to confirm',
    wrong: 'The last four digits don’t match',
    reason: 'Reason (optional)',
    done: 'Card deleted',
    closing: 'Card closing',
    returned: '{{amount}} is back in your wallet',
    pending: '{{amount}} is held by open authorizations. The rest is returned automatically.',
    debt: 'The card owes money, so nothing is returned',
  },
} satisfies Same<typeof cn.acting>
