/**
 * The service's own people, below every module they work on: identities, two-person approvals, the audit chain, and the desk's queues. A module that staff work
 * on lists its queues and approvals in its `module.ts`.
 */
export { authenticateStaff } from './signIn/authenticate.ts'
export { approvable, type Decision, type Shown } from './approvals/approvable.ts'
export { approvalWaitingFor, waitingByLane } from './approvals/queries.ts'

export { deedsOf } from './chain/queries.ts'
export { recordDesk, recordStaff } from './chain/record.ts'
export { reveal } from './reveals/reveal.ts'

export { staffNames } from './signIn/authenticate.ts'
export { addStaff, staffWithPassword } from './people/people.ts'
export { invite, inviteAgain, type NewPerson } from './enrolment/enrolment.ts'
export { useStaffAddresses } from './signIn/signIn.ts'
export { useStaffPasskeys } from './signIn/passkeyRule.ts'
export { codeAt } from './signIn/signIn.ts'
