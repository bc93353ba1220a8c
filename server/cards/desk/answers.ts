import type * as contract from '../../../contract/cardDesk.ts'
import type { Answers } from '../../answer.ts'
import { db } from '../../db.ts'
import { staffQueue } from '../../staff/staff.ts'
import { askForOpening, listStuckOpenings } from './stuckOpenings.ts'
import { STUCK_MS, stuckCount } from './stuckQueries.ts'

staffQueue({
  queue: 'stuckCards',
  name: { cn: '未决开卡', en: 'Unconfirmed openings' },
  for: ['staff:account.make'],
  slaMs: STUCK_MS,
  path: '/stuck',
  waiting: () => stuckCount(db),
})

export const answers = { listStuckOpenings, askForOpening } satisfies Answers<typeof contract>
