import type * as alarms from '../../contract/alarms.ts'
import type * as approvals from '../../contract/approvals.ts'
import type * as contract from '../../contract/staff.ts'
import type { Answers } from '../answer.ts'
import { closeAlarm, listAlarms } from './alarms/alarms.ts'
import { showAttachment, uploadAttachment } from './approvals/attach.ts'
import { approve, reject, withdrawApproval } from './approvals/decide.ts'
import { listApprovals, showApproval } from './approvals/inbox.ts'
import { listStaffAudit, verifyStaffAudit } from './chain/verify.ts'
import { changeStaffRoles, disableStaff, listStaff } from './people.ts'
import { staffQueues } from './queues.ts'
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
} satisfies Answers<typeof contract>

export const approvalAnswers = {
  listApprovals,
  showApproval,
  uploadAttachment,
  showAttachment,
  approve,
  reject,
  withdrawApproval,
} satisfies Answers<typeof approvals>

export const alarmAnswers = { listAlarms, closeAlarm } satisfies Answers<typeof alarms>
