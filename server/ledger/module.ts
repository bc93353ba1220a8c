import * as booksContract from '#contract/ledger/desk.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { bookAccounts, bookEntries, bookTransfer, findInBooks, trialBalance } from './desk/explore.ts'
import { sealProof } from './desk/months.ts'
import { proofMetrics } from './proof/proofMetrics.ts'
import { topUpDayProof } from './topUps/proof.ts'
import { keepTopUpDays } from './topUps/topUpDays.ts'
import { beginProof, listProofs, newestOutcomes, proveBooks, proveNow, proveTonight } from './desk/proveBooks.ts'

export const bookAnswers = {
  trialBalance,
  bookAccounts,
  bookEntries,
  bookTransfer,
  findInBooks,
  listProofs,
  proveBooks,
} satisfies Answers<typeof booksContract>

export const module = {
  calls: [answered(booksContract, bookAnswers)],
  jobs: { 'ledger.prove': proveNow, 'ledger.beginProof': beginProof },
  sweeps: {
    'ledger.proveTonight': { every: 'day', work: proveTonight },
    'ledger.keepTopUpDays': { every: 'hour', work: keepTopUpDays },
  },
  proofs: [sealProof, topUpDayProof],
  metrics: [proofMetrics],
  ports: { 'staff.proofs': newestOutcomes },
} satisfies Module
