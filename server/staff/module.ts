import * as alarmsContract from '#contract/staff/alarms.ts'
import * as approvalsContract from '#contract/staff/approvals.ts'
import { approvalKindNames } from '#contract/staff/approvals.ts'
import * as enrolmentContract from '#contract/staff/enrolment.ts'
import * as healthContract from '#contract/staff/health.ts'
import * as passkeysContract from '#contract/staff/passkeys.ts'
import * as houseContract from '#contract/staff/house.ts'
import * as staffContract from '#contract/staff/staff.ts'
import type { Answers } from '../core/answer.ts'
import { ago, DAY, HOUR, nowMs, dayOf } from '../core/clock.ts'
import { answered, type Module } from '../core/composition.ts'
import { db } from '../core/db.ts'
import { alarmQueue, closeAlarm, listAlarms } from './alarms/alarms.ts'
import { approve, expireApprovals, reject, withdrawApproval } from './approvals/decide.ts'
import { inboxOf, listApprovals, showApproval, showAttachment, uploadAttachment } from './approvals/inbox.ts'
import { waitingOf, dropUnusedAttachments } from './approvals/queries.ts'
import { chainProof, listStaffAudit, verifyStaffAudit } from './chain/verify.ts'
import { enrolStaff, showEnrolment } from './enrolment/enrolment.ts'
import { forgetEnrolments } from './enrolment/queries.ts'
import { jobQueueMetrics, replayJob, serviceHealth } from './health/health.ts'
import {
  addStaffPasskey,
  beginStaffPasskey,
  listStaffPasskeys,
  removeStaffPasskey,
  renameStaffPasskey,
} from './passkeys/ownPasskeys.ts'
import { beginStaffPasskeySignIn, staffSignInByPasskey } from './passkeys/signInByPasskey.ts'
import { changeStaffRoles, disableStaff, listStaff, staffRolesApproval } from './people/people.ts'
import { forgetStaffSessions } from './signIn/queries.ts'
import { keepHouseDay, showHouse } from './house/house.ts'
import { countMinute } from './house/minutes.ts'
import { staffQueues } from './queues.ts'
import { forgetReveals } from './reveals/queries.ts'
import { staffSignIn, staffSelf, staffSignOut } from './signIn/signIn.ts'

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

export const enrolmentAnswers = { showEnrolment, enrolStaff } satisfies Answers<typeof enrolmentContract>

export const staffPasskeyAnswers = {
  beginStaffPasskeySignIn,
  staffSignInByPasskey,
  listStaffPasskeys,
  beginStaffPasskey,
  addStaffPasskey,
  renameStaffPasskey,
  removeStaffPasskey,
} satisfies Answers<typeof passkeysContract>
export const houseAnswers = { showHouse } satisfies Answers<typeof houseContract>

export const healthAnswers = { serviceHealth, replayJob } satisfies Answers<typeof healthContract>

export const module = {
  calls: [
    answered(staffContract, staffAnswers),
    answered(approvalsContract, approvalAnswers),
    answered(alarmsContract, alarmAnswers),
    answered(enrolmentContract, enrolmentAnswers),
    answered(passkeysContract, staffPasskeyAnswers),
    answered(healthContract, healthAnswers),
    answered(houseContract, houseAnswers),
  ],
  sweeps: {
    'staff.expireApprovals': { every: 'minute', work: async () => void (await expireApprovals()) },
    'staff.countMinute': { every: 'minute', work: countMinute },
    'staff.keepHouseDay': { every: 'hour', work: keepHouseDay },
    'staff.dropAttachments': { every: 'day', work: async () => void (await dropUnusedAttachments(db, ago(DAY))) },
    'staff.forgetSessions': { every: 'day', work: async () => void (await forgetStaffSessions(db, ago(90 * DAY))) },
    'staff.forgetEnrolments': { every: 'day', work: async () => void (await forgetEnrolments(db, ago(90 * DAY))) },
    'staff.forgetReveals': { every: 'day', work: async () => void (await forgetReveals(db, dayOf(nowMs()) - 90)) },
  },
  proofs: [chainProof],
  metrics: [jobQueueMetrics],
  approvals: { 'staff.roles': staffRolesApproval },
  queues: [
    {
      queue: 'approvals',
      name: { cn: '待我复核', en: 'Approvals' },
      for: 'everybody',
      slaMs: 24 * HOUR,
      path: '/approvals',
      waiting: (staff) => waitingOf(db, staff ? inboxOf(staff) : { kinds: [...approvalKindNames] }),
    },
    alarmQueue,
  ],
} satisfies Module
