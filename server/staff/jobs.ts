import { dayOf } from '../calendar.ts'
import { ago, DAY, nowMs } from '../clock.ts'
import { db } from '../db.ts'
import type { Sweeps } from '../jobs.ts'
import { dropUnusedAttachments } from './approvals/attachmentQueries.ts'
import { expireApprovals } from './approvals/decide.ts'
import { forgetStaffSessions } from './queries.ts'
import { forgetReveals } from './revealQueries.ts'

export const sweeps: Sweeps = {
  'staff.expireApprovals': { every: 'minute', work: async () => void (await expireApprovals()) },
  'staff.dropAttachments': { every: 'day', work: async () => void (await dropUnusedAttachments(db, ago(DAY))) },
  'staff.forgetSessions': { every: 'day', work: async () => void (await forgetStaffSessions(db, ago(90 * DAY))) },
  'staff.forgetReveals': { every: 'day', work: async () => void (await forgetReveals(db, dayOf(nowMs()) - 90)) },
}
