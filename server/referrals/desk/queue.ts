import { HOUR } from '../../clock.ts'
import { db } from '../../db.ts'
import { staffQueue } from '../../staff/staff.ts'
import { openPayouts } from './deskQueries.ts'

staffQueue({
  queue: 'payouts',
  name: { cn: '返佣提现', en: 'Commission payouts' },
  for: ['staff:money.make'],
  slaMs: 24 * HOUR,
  path: '/payouts',
  waiting: () => openPayouts(db),
})
