import type { Same } from '#web/phrases.ts'
import type * as cn from './text.cn.ts'

export const referrals = {
  list: 'Commission payouts',
  scope: {
    open: 'To do',
    all: 'All',
  },
  account: 'Account',
  amount: 'Amount',
  receive: 'Payout amount',
  card: 'Card',
  status: 'Status',
  time: 'Requested',
  rate: 'Rate (mid {{mid}})',
  empty: 'No payouts waiting',
  emptyText: 'Commission payouts to bank cards appear here.',
  missing: 'Payout not found',
  earned: 'Earned from',
  none: 'No commission earned',
  approve: 'Approve and request a second approver',
  approved: 'Approval requested',
  waiting: 'Waiting for a second approver',
  bank: 'Paying bank',
  send: 'Submit to bank',
  ref: 'Bank reference',
  confirm: 'Mark as paid',
  giveBack: 'Return',
  reveal: 'Show card number',
  done: 'Payout updated',
  steps: 'Progress',
  base: 'on fees of {{base}}',
} satisfies Same<typeof cn.referrals>
