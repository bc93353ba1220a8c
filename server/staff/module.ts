import * as alarmsContract from '#contract/staff/alarms.ts'
import * as approvalsContract from '#contract/staff/approvals.ts'
import * as staffContract from '#contract/staff/staff.ts'
import type { Answers } from '../core/answer.ts'
import { ago, DAY, HOUR, nowMs, dayOf } from '../core/clock.ts'
import { answered, type Module } from '../core/composition.ts'
import { db } from '../core/db.ts'
import { alarmQueue, closeAlarm, listAlarms } from './alarms/alarms.ts'
import { showAttachment, uploadAttachment } from './approvals/attach.ts'
import { dropUnusedAttachments } from './approvals/attachmentQueries.ts'
import { approve, expireApprovals, reject, withdrawApproval } from './approvals/decide.ts'
import { inboxOf, listApprovals, showApproval } from './approvals/inbox.ts'
import { waitingOf } from './approvals/queries.ts'
import { chainProof, listStaffAudit, verifyStaffAudit } from './chain/verify.ts'
import { staffRolesApproval } from './changeRoles.ts'
import { changeStaffRoles, disableStaff, listStaff } from './people.ts'
import { forgetStaffSessions } from './queries.ts'
import { staffQueues } from './queues.ts'
import { forgetReveals } from './revealQueries.ts'
import { staffSelf, staffSignOut } from './self.ts'
import { staffSignIn } from './signIn.ts'

export const staffAnswers = {
  staffSignIn,
  staffSignOut,
  staffSelf,
  staffQueues,
  listStaff,
  disableStaff,
  changeStaffRoles,
  listStaffAudit,
  verifyStaffAudit,
} satisfies Answers<typeof staffContract>

export const approvalAnswers = {
  listApprovals,
  showApproval,
  uploadAttachment,
  showAttachment,
  approve,
  reject,
  withdrawApproval,
} satisfies Answers<typeof approvalsContract>

export const alarmAnswers = { listAlarms, closeAlarm } satisfies Answers<typeof alarmsContract>

export const module = {
  calls: [
    answered(staffContract, staffAnswers),
    answered(approvalsContract, approvalAnswers),
    answered(alarmsContract, alarmAnswers),
  ],
  sweeps: {
    'staff.expireApprovals': { every: 'minute', work: async () => void (await expireApprovals()) },
    'staff.dropAttachments': { every: 'day', work: async () => void (await dropUnusedAttachments(db, ago(DAY))) },
    'staff.forgetSessions': { every: 'day', work: async () => void (await forgetStaffSessions(db, ago(90 * DAY))) },
    'staff.forgetReveals': { every: 'day', work: async () => void (await forgetReveals(db, dayOf(nowMs()) - 90)) },
  },
  proofs: [chainProof],
  approvals: { 'staff.roles': staffRolesApproval },
  queues: [
    {
      queue: 'approvals',
      name: { cn: '待我复核', en: 'Approvals' },
      for: 'everybody',
      slaMs: 24 * HOUR,
      path: '/approvals',
      waiting: (staff) => waitingOf(db, inboxOf(staff)),
    },
    alarmQueue,
  ],
} satisfies Module
