import * as accountMovesContract from '#contract/accounts/desk.ts'
import * as accountsContract from '#contract/accounts/accounts.ts'
import * as booksContract from '#contract/ledger/desk.ts'
import * as healthContract from '#contract/staff/health.ts'
import * as identityDeskContract from '#contract/identity/desk/cases.ts'
import * as leavingDeskContract from '#contract/identity/desk/closing.ts'
import * as rightsContract from '#contract/roles/desk.ts'
import type { Answers } from '../core/answer.ts'
import { DAY } from '../core/clock.ts'
import { answered, type Module } from '../core/composition.ts'
import { db } from '../core/db.ts'
import { payable, waitingCases } from '../identity/identity.ts'
import { adjustmentApproval, askAdjustment } from './accounts/adjust.ts'
import {
  accountCards,
  accountDeclines,
  accountFlows,
  accountLog,
  accountOrders,
  accountSessions,
} from './accounts/lists.ts'
import { accountMoves } from './accounts/moves.ts'
import { adjustmentProofs } from './accounts/proof.ts'
import { askAuthenticatorReset, authenticatorApproval } from './accounts/resetAuthenticator.ts'
import { liftRestriction, restrictAccount } from './accounts/restrict.ts'
import { accountFees } from './accounts/returnFee.ts'
import { revealMobile } from './accounts/reveal.ts'
import { searchAccounts } from './accounts/search.ts'
import { askLimit, limitApproval } from './accounts/setLimit.ts'
import { showAccount } from './accounts/show.ts'
import { endAccountSessions } from './accounts/signOut.ts'
import { bookAccounts, bookEntries, bookTransfer, findInBooks, trialBalance } from './books/explore.ts'
import { listProofs, proveBooks, proveNow } from './books/prove.ts'
import { healthGauges, replayJob, serviceHealth } from './health/health.ts'
import { businessIdentityApproval, decideCase, takeCase } from './identity/decideCase.ts'
import { casePaper, revealCase } from './identity/look.ts'
import { listCases, showCase } from './identity/showCase.ts'
import { listLeaving, showLeaving } from './leaving/list.ts'
import { askClosingPayout, closingPayoutApproval } from './leaving/payout.ts'
import { finishClosing, recordClosingPayout, returnClosingPayout, revealClosingPayee } from './leaving/settle.ts'
import { rightsCatalogue } from './rights/rightsCatalogue.ts'

export const accountAnswers = {
  searchAccounts,
  showAccount,
  accountFlows,
  accountCards,
  accountDeclines,
  accountOrders,
  accountSessions,
  accountLog,
  revealMobile,
} satisfies Answers<typeof accountsContract>

export const bookAnswers = {
  trialBalance,
  bookAccounts,
  bookEntries,
  bookTransfer,
  findInBooks,
  listProofs,
  proveBooks,
} satisfies Answers<typeof booksContract>

export const healthAnswers = { serviceHealth, replayJob } satisfies Answers<typeof healthContract>

export const identityAnswers = {
  listCases,
  showCase,
  revealCase,
  casePaper,
  takeCase,
  decideCase,
} satisfies Answers<typeof identityDeskContract>
const rightsAnswers = { rightsCatalogue } satisfies Answers<typeof rightsContract>

export const moveAnswers = {
  accountMoves,
  accountFees,
  restrictAccount,
  liftRestriction,
  endAccountSessions,
  askAuthenticatorReset,
  askLimit,
  askAdjustment,
} satisfies Answers<typeof accountMovesContract>

export const leavingAnswers = {
  listLeaving,
  showLeaving,
  askClosingPayout,
  recordClosingPayout,
  returnClosingPayout,
  revealClosingPayee,
  finishClosing,
} satisfies Answers<typeof leavingDeskContract>

export const module = {
  calls: [
    answered(accountsContract, accountAnswers),
    answered(booksContract, bookAnswers),
    answered(healthContract, healthAnswers),
    answered(identityDeskContract, identityAnswers),
    answered(rightsContract, rightsAnswers),
    answered(accountMovesContract, moveAnswers),
    answered(leavingDeskContract, leavingAnswers),
  ],
  jobs: { 'operator.prove': proveNow },
  proofs: adjustmentProofs,
  gauges: healthGauges,
  queues: [
    {
      queue: 'identity',
      name: { cn: '实名审核', en: 'Identity' },
      for: ['staff:identity.make'],
      slaMs: DAY, // docs/reference/numbers.md#desk
      path: '/identity',
      waiting: () => waitingCases(db),
    },
    {
      queue: 'leaving',
      name: { cn: '注销退款', en: 'Closing accounts' },
      for: ['staff:money.make'],
      // Its holder is told five days; two of them are the bank's.
      slaMs: 3 * DAY,
      path: '/leaving',
      waiting: () => payable.waitingForPayout(db),
    },
  ],
  approvals: {
    'account.adjust': adjustmentApproval,
    'account.authenticator': authenticatorApproval,
    'account.limit': limitApproval,
    'closing.payout': closingPayoutApproval,
    'identity.business': businessIdentityApproval,
  },
} satisfies Module
