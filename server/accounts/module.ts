import * as accountsContract from '#contract/accounts/accounts.ts'
import * as accountMovesContract from '#contract/accounts/desk.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { accountMoves } from './desk/moves/accountMoves.ts'
import { adjustmentApproval, askAdjustment } from './desk/moves/adjustWallet.ts'
import { adjustmentProofs } from './desk/moves/proof.ts'
import { askAuthenticatorReset, authenticatorApproval, endAccountSessions } from './desk/moves/logins.ts'
import { liftRestriction, restrictAccount } from './desk/moves/restrictAccount.ts'
import { accountFees } from './desk/moves/returnFee.ts'
import { askLimit, limitApproval } from './desk/moves/setLimit.ts'
import {
  accountCards,
  accountDeclines,
  accountFlows,
  accountLog,
  accountOrders,
  accountSessions,
} from './desk/viewing/lists.ts'
import { requestSeen, showAccount, revealMobile, searchAccounts } from './desk/viewing/showAccount.ts'

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

export const module = {
  calls: [answered(accountsContract, accountAnswers), answered(accountMovesContract, moveAnswers)],
  ports: { 'accounts.requestSeen': requestSeen },
  proofs: adjustmentProofs,
  approvals: {
    'account.adjust': adjustmentApproval,
    'account.authenticator': authenticatorApproval,
    'account.limit': limitApproval,
  },
} satisfies Module
