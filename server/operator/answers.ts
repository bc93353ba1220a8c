import type * as moves from '../../contract/accountMoves.ts'
import type * as accounts from '../../contract/accounts.ts'
import type * as books from '../../contract/books.ts'
import type * as health from '../../contract/health.ts'
import type * as identityDesk from '../../contract/identityDesk.ts'
import type * as leaving from '../../contract/leavingDesk.ts'
import type * as rights from '../../contract/rights.ts'
import type { Answers } from '../answer.ts'
import { bookAccounts, bookEntries, bookTransfer, findInBooks, trialBalance } from './books/explore.ts'
import { listProofs, proveBooks } from './books/prove.ts'
import { replayJob, serviceHealth } from './health/health.ts'
import {
  accountCards,
  accountDeclines,
  accountFlows,
  accountLog,
  accountOrders,
  accountSessions,
} from './accounts/lists.ts'
import './accounts/proof.ts'
import { askAdjustment } from './accounts/adjust.ts'
import { accountMoves } from './accounts/moves.ts'
import { accountFees } from './accounts/returnFee.ts'
import { askAuthenticatorReset } from './accounts/resetAuthenticator.ts'
import { liftRestriction, restrictAccount } from './accounts/restrict.ts'
import { revealMobile } from './accounts/reveal.ts'
import { decideCase, takeCase } from './identity/decideCase.ts'
import { casePaper, revealCase } from './identity/look.ts'
import './identity/queue.ts'
import { listLeaving, showLeaving } from './leaving/list.ts'
import { askClosingPayout } from './leaving/payout.ts'
import './leaving/queue.ts'
import { finishClosing, recordClosingPayout, returnClosingPayout, revealClosingPayee } from './leaving/settle.ts'
import { listCases, showCase } from './identity/showCase.ts'
import { askLimit } from './accounts/setLimit.ts'
import { endAccountSessions } from './accounts/signOut.ts'
import { searchAccounts } from './accounts/search.ts'
import { rightsCatalogue } from './rights/rightsCatalogue.ts'
import { showAccount } from './accounts/show.ts'

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
} satisfies Answers<typeof accounts>

export const bookAnswers = {
  trialBalance,
  bookAccounts,
  bookEntries,
  bookTransfer,
  findInBooks,
  listProofs,
  proveBooks,
} satisfies Answers<typeof books>

export const healthAnswers = { serviceHealth, replayJob } satisfies Answers<typeof health>

export const identityAnswers = {
  listCases,
  showCase,
  revealCase,
  casePaper,
  takeCase,
  decideCase,
} satisfies Answers<typeof identityDesk>
export const rightsAnswers = { rightsCatalogue } satisfies Answers<typeof rights>

export const moveAnswers = {
  accountMoves,
  accountFees,
  restrictAccount,
  liftRestriction,
  endAccountSessions,
  askAuthenticatorReset,
  askLimit,
  askAdjustment,
} satisfies Answers<typeof moves>

export const leavingAnswers = {
  listLeaving,
  showLeaving,
  askClosingPayout,
  recordClosingPayout,
  returnClosingPayout,
  revealClosingPayee,
  finishClosing,
} satisfies Answers<typeof leaving>
