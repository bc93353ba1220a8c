import type { Same } from '#web/phrases.ts'
import type * as cn from './text.cn.ts'

export const ranges = {
  range: 'Segment',
  network: 'Network',
  opening: 'First load',
  noRanges: 'No segments yet',
  changeRange: 'Edit segment',
  changeRangeText:
    'Availability, limits and texts take effect without a second approver. Existing cards aren’t affected.',
  addException: 'Set custom price',
  exceptionText:
    'For this account only; overrides its plan and the list price. Leave a field empty to use the plan or list price. Leave all empty to end the custom price.',
  changePrice: 'Change list price',
  changePriceText:
    'Affects customers, so a second approver has to agree. Accepted quotes keep their price. A monthly fee applies from its next notice, three days before it’s due.',
  limits: 'Limits and texts',
  unlimited: 'No limit',
  save: 'Save',
  isScheduled: 'Change scheduled',
  asBefore: 'Unchanged: {{price}}',
  add: 'Add segment',
  addText:
    'Choose a segment that an issuer has and that isn’t set up yet. It starts off sale. Once a second approver agrees to its prices, you can put it on sale.',
  addSubmit: 'Add and request approval',
  added: 'Segment added. Its prices are waiting for approval',
  fillAll: 'Enter all figures',
  program: 'Issuer’s segment',
  name: 'Segment name',
  nameHint: 'For example LITHIC-VISA-US-1. It can’t be changed later',
  prices: 'List price',
  currency: 'Currency',
  issuer: 'Issuer',
  abilities: 'What the issuer supports',
  threeDs: '3-D Secure',
  holders: 'Cardholders',
  edits: 'Cardholder and address can be edited',
  partial: 'Partial approval when the balance is low',
  disputes: 'Disputes',
  byApi: 'By API',
  byHand: 'By hand',
  nothingToAdd: 'No segments to add',
  nothingToAddText: 'All segments of the issuers are set up.',
  noAnswer: '{{issuer}} isn’t responding. Try again later',
  holderMode: { FREE: 'Any name', VERIFIED: 'Verified cardholders only' },
} satisfies Same<typeof cn.ranges>

export const stuck = {
  lead: 'Cards the issuer hasn’t confirmed within 15 minutes. The money stays held until the issuer answers; no answer doesn’t mean the opening failed.',
  account: 'Account',
  range: 'Segment',
  order: 'Order',
  held: 'Held',
  since: 'Waiting for',
  tries: 'Attempts',
  next: 'Next check',
  ask: 'Check now',
  asked: 'Checking with the issuer. The answer will appear here',
  empty: 'No unconfirmed openings',
  emptyText: 'Openings the issuer hasn’t confirmed within 15 minutes appear here.',
  more_one: '{{count}} more recent opening is not shown',
  more: '{{count}} more recent openings are not shown',
} satisfies Same<typeof cn.stuck>
