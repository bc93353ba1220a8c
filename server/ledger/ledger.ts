/**
 * The books. Money moves only through here, each move whole, in whole minor units, and stays: see docs/money/.
 *
 * Everything takes the transaction first. Accounts are locked WALLET → CARDs → others whatever the order in which they
 * are named; a transaction that calls the ledger more than once and comes to a wallet after a card must
 * {@link lockAccounts} all of them first, or two such transactions may wait for each other.
 */
export { cardAccount, credit, debit, PLATFORM, platform, tenant, wallet, type Line, type Ref } from './refs.ts'
export type { Balance, Hold, Posted, Resolve, StatementFilter, StatementRow, Transfer } from './words.ts'
export { LedgerFault, NotEnough } from './refusals.ts'
export { openAccounts } from './openAccounts.ts'
export { lockAccounts } from './lockAccounts.ts'
export { post, postMany } from './post.ts'
export { hold, holdMany, increaseHold } from './hold.ts'
export { expire, release, releaseMany } from './release.ts'
export { mirrorOf, reversedOf } from './mirror.ts'
export { balanceOf, balancesOf, platformBalances } from './balances.ts'
export { owedBy, owedCentsSql, debtors, lockDebtMoney, type Owed } from './owed.ts'
export { feesCharged, type FeeCharged } from './feesCharged.ts'
export { entriesOf, feeOf, newestPostingSql, sumsByDay, sumsOf } from './statement.ts'
export { holdById, holdsOn } from './holds.ts'
export { holdCtes, lockMoneySql } from './decisionSql.ts'
export {
  accountsAt,
  entriesAt,
  sumsAt,
  transfersAbout,
  transferWhole,
  type AccountAt,
  type Sum,
  type TransferFound,
} from './exploreQueries.ts'
export { addedUp, centsOf, coverNow, movedEarnings, tenantSum, type CoverFound, type YuanRate } from './cover.ts'
export { breaksSeenBy as breaksIn, checkNames, prove, type Break, type Check } from './prove.ts'
