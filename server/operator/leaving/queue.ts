import { DAY } from '../../clock.ts'
import { db } from '../../db.ts'
import { payable } from '../../identity/identity.ts'
import { staffQueue } from '../../staff/staff.ts'

staffQueue({
  queue: 'leaving',
  name: { cn: '注销退款', en: 'Closing accounts' },
  for: ['staff:money.make'],
  // Its holder is told five days; two of them are the bank's.
  slaMs: 3 * DAY,
  path: '/leaving',
  waiting: () => payable.waitingForPayout(db),
})
