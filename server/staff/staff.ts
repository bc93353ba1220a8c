/**
 * The service's own people, below every module that they work on: who they are, what two of them decide together, the
 * chain of what they did, and the queues of the desk. A module that staff work on registers itself here.
 */
import { HOUR } from '../clock.ts'
import { db } from '../db.ts'
import { inboxOf } from './approvals/inbox.ts'
import { approvalWaitingFor, waitingOf } from './approvals/queries.ts'
import { staffQueue } from './queues.ts'

staffQueue({
  queue: 'approvals',
  name: { cn: '待我复核', en: 'Approvals' },
  for: 'everybody',
  slaMs: 24 * HOUR,
  path: '/approvals',
  waiting: (staff) => waitingOf(db, inboxOf(staff)),
})

export { authenticateStaff } from './authenticate.ts'
export { approvable, type ApprovableSpec, type Decision, type Shown } from './approvals/approvable.ts'
export { waitingByLane } from './approvals/queries.ts'
export { approvalWaitingFor }
export { expireApprovals } from './approvals/decide.ts'
export { recordDesk, recordStaff, type StaffDeed } from './chain/record.ts'
export { reveal } from './reveal.ts'
export { staffQueue, type StaffQueue } from './queues.ts'
export { staffNames } from './names.ts'
export { addStaff } from './addStaff.ts'
export { useStaffAddresses } from './signIn.ts'
export { codeAt } from './totp.ts'
