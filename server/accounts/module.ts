import * as accountsContract from '#contract/accounts/accounts.ts'
import * as accountMovesContract from '#contract/accounts/desk.ts'
import * as fundsContract from '#contract/accounts/funds.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { forfeitApproval, forfeitFunds } from './desk/funds/forfeitFunds.ts'
import { freezeApproval, freezeFunds } from './desk/funds/freezeFunds.ts'
import { fundsProofs } from './desk/funds/proof.ts'
import { releaseApproval, releaseFunds } from './desk/funds/releaseFunds.ts'
import { accountFunds } from './desk/funds/showFunds.ts'
import { writeOffApproval, writeOffDebt } from './desk/funds/writeOffDebt.ts'
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
import { freezeAllFree, freezeMore, freezePayable, freezeWallet, recordArrivals } from './freezing/freezeFree.ts'
import { listAccounts } from './desk/viewing/listAccounts.ts'
import { requestSeen, showAccount, revealMobile, searchAccounts } from './desk/viewing/showAccount.ts'
import { feesReturned } from './queries.ts'

export const accountAnswers = {
  searchAccounts,
  listAccounts,
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

export const fundsAnswers = { accountFunds, freezeFunds, releaseFunds, forfeitFunds, writeOffDebt } satisfies Answers<
  typeof fundsContract
>

export const module = {
  calls: [
    answered(accountsContract, accountAnswers),
    answered(accountMovesContract, moveAnswers),
    answered(fundsContract, fundsAnswers),
  ],
  jobs: { 'accounts.freezeMore': freezeMore },
  sweeps: { 'accounts.freezeAllFree': { every: 'hour', work: freezeAllFree } },
  ports: {
    'accounts.requestSeen': requestSeen,
    'identity.freezeWallet': freezeWallet,
    'identity.freezePayable': freezePayable,
    'identity.fundsFrozen': recordArrivals,
    'trades.feesReturned': async (tx, accountId, transferIds) =>
      new Map((await feesReturned(tx, accountId, transferIds)).map(({ transfer_id, cents }) => [transfer_id, cents])),
  },
  proofs: [...adjustmentProofs, ...fundsProofs],
  approvals: {
    'account.adjust': adjustmentApproval,
    'account.authenticator': authenticatorApproval,
    'account.limit': limitApproval,
    'debt.writeOff': writeOffApproval,
    'funds.forfeit': forfeitApproval,
    'funds.freeze': freezeApproval,
    'funds.release': releaseApproval,
  },
} satisfies Module
