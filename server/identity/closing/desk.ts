/** What the desk may do with cases of leaving accounts and their payouts. */
import type { Tx } from '#server/core/db.ts'
import { endSessionsOf } from '../sessionQueries.ts'
import {
  caseById,
  casePage,
  countCases,
  lockCase,
  loginsOf,
  markClosed,
  markEmpty,
  markPaid,
  updateStatus,
  waitingForPayout,
  type CaseRow,
} from './closingQueries.ts'
import { insertPayout, lockPayout, markPayoutPaid, markPayoutReturned, payoutByNo, payoutsOf } from './payoutQueries.ts'

/** Nothing is owed to its holder any more, and nobody gets in. */
async function closeCase(tx: Tx, found: Pick<CaseRow, 'case_id' | 'account_id'>): Promise<void> {
  await markClosed(tx, found.case_id)
  await updateStatus(tx, found.account_id, 'CLOSED')
  for (const { login_id } of await loginsOf(tx, found.account_id)) await endSessionsOf(tx, login_id, 'closed')
}

export const payable = {
  caseById,
  casePage,
  countCases,
  lockCase,
  markEmpty,
  markPaid,
  closeCase,
  waitingForPayout,
  insertPayout,
  lockPayout,
  markPayoutPaid,
  markPayoutReturned,
  payoutByNo,
  payoutsOf,
}
