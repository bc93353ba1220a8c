import { DAY } from '../../clock.ts'
import { db } from '../../db.ts'
import { waitingCases } from '../../identity/identity.ts'
import { staffQueue } from '../../staff/staff.ts'

staffQueue({
  queue: 'identity',
  name: { cn: '实名审核', en: 'Identity' },
  for: ['staff:identity.make'],
  slaMs: DAY, // docs/reference/numbers.md#desk
  path: '/identity',
  waiting: () => waitingCases(db),
})
