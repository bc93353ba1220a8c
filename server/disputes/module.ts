import * as deskContract from '#contract/disputes/desk.ts'
import * as disputesContract from '#contract/disputes/disputes.ts'
import type { Answers } from '../core/answer.ts'
import { HOUR } from '../core/clock.ts'
import { answered, type Module } from '../core/composition.ts'
import { db } from '../core/db.ts'
import { purchaseReturned } from './closing.ts'
import { decideDispute, outcomeApproval } from './desk/decideDispute.ts'
import { disputeTerms, setDisputeTerms } from './desk/disputeTerms.ts'
import { fileDispute, rejectDispute } from './desk/fileDispute.ts'
import { deskDispute, deskDisputes, deskEvidence } from './desk/lists.ts'
import { expireOverdue } from './expire.ts'
import { askUnheard, disputeUpdated } from './issuer/events.ts'
import { fileAtIssuer, fileLeftOver, withdrawAtIssuer } from './issuer/fileAtIssuer.ts'
import { pageDisputes, showDispute } from './lists.ts'
import { checkDispute } from './making/checkDispute.ts'
import { downloadEvidence, forgetLooseEvidence, uploadEvidence } from './making/evidence.ts'
import { saveDispute } from './making/saveDispute.ts'
import { cancelDispute, submitDispute } from './making/submitDispute.ts'
import { disputeProofs, feesOfOpenDisputes } from './proof.ts'
import { countFiled, countOpen, waitingAtDesk } from './queries.ts'

export const answers = {
  pageDisputes,
  showDispute,
  checkDispute,
  saveDispute,
  submitDispute,
  cancelDispute,
  uploadEvidence,
  downloadEvidence,
} satisfies Answers<typeof disputesContract>

export const deskAnswers = {
  deskDisputes,
  deskDispute,
  deskEvidence,
  fileDispute,
  rejectDispute,
  decideDispute,
  disputeTerms,
  setDisputeTerms,
} satisfies Answers<typeof deskContract>

export const module = {
  calls: [answered(disputesContract, answers), answered(deskContract, deskAnswers)],
  jobs: { 'disputes.file': fileAtIssuer, 'disputes.withdraw': withdrawAtIssuer },
  sweeps: {
    'disputes.expireOverdue': { every: 'minute', work: expireOverdue },
    'disputes.fileLeftOver': { every: 'minute', work: fileLeftOver },
    'disputes.askUnheard': { every: 'hour', work: askUnheard },
    'disputes.forgetLooseEvidence': { every: 'day', work: forgetLooseEvidence },
  },
  proofs: disputeProofs,
  undecidedFees: [feesOfOpenDisputes],
  queues: [
    {
      queue: 'disputes',
      name: { cn: '待提交的争议', en: 'Disputes to submit' },
      for: ['staff:dispute.make'],
      slaMs: 24 * HOUR,
      path: '/disputes',
      waiting: () => waitingAtDesk(db),
    },
  ],
  approvals: { 'dispute.outcome': outcomeApproval },
  ports: {
    'trades.disputeUpdated': disputeUpdated,
    'trades.purchaseReturned': purchaseReturned,
    'identity.openDisputes': countOpen,
    'programs.disputes': countFiled,
  },
} satisfies Module
