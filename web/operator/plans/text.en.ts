import type { Same } from '#web/phrases.ts'
import type * as cn from './text.cn.ts'

export const plans = {
  everybody: 'Default',
  month: 'Monthly price',
  cards: 'Card limit',
  holders: 'Accounts',
  version: 'Version',
  accounts: 'Accounts',
  noPlans: 'No plans yet',
  noHolders: 'No accounts on this plan',
  assign: 'Assign account',
  assignText:
    'The agreed price is charged to the wallet when a second approver agrees. The unused value of a lower plan is deducted.',
  changePlan: 'Edit plan',
  changePlanText: 'Applies to later purchases. Current subscribers keep their terms.',
  terms: 'Current terms',
  givenPlans: 'Plans by contract',
  months: 'Months (30 days each)',
  agreedPrice: 'Agreed price',
  agreedHint: 'For the whole period; can be 0',
  newPlan: 'New plan',
  newPlanText:
    'New plans start off sale and hidden from customers. Edit the terms, put it on sale, and it appears in the shop once a second approver agrees.',
  likePlan: 'Based on',
  likePlanHint: 'Copies all terms from this plan and is listed right above it',
  planMade: 'Plan created, not on sale yet',
} satisfies Same<typeof cn.plans>
