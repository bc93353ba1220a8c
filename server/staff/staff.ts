/**
 * The service's own people, below every module that they work on: who they are, what two of them decide together, the
 * chain of what they did, and the queues of the desk. A module that staff work on lists its queues and
 * approvals in its `module.ts`.
 */
export { authenticateStaff } from './authenticate.ts'
export { approvable, type Decision, type Shown } from './approvals/approvable.ts'
export { approvalWaitingFor, waitingByLane } from './approvals/queries.ts'

export { recordDesk, recordStaff } from './chain/record.ts'
export { reveal } from './reveal.ts'

export { staffNames } from './names.ts'
export { addStaff } from './addStaff.ts'
export { useStaffAddresses } from './signIn.ts'
export { codeAt } from './totp.ts'
