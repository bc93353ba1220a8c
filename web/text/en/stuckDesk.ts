import type { Same } from '../cn.ts'
import type { stuckDesk as cn } from '../cn/stuckDesk.ts'

export const stuckDesk: Same<typeof cn> = {
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
}
