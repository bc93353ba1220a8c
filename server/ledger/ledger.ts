/**
 * The books. Money moves only through this module; each move is atomic, in whole minor units, and permanent: see docs/money/.
 *
 * Every function takes the transaction first. Accounts are locked WALLET → CARDs → others, in whatever order they are named; a transaction that calls the
 * ledger more than once and reaches a wallet after a card must {@link lockAccounts} all of them first, or two such transactions may deadlock.
 */
export { cardAccount, credit, debit, PLATFORM, platform, tenant, wallet, type Line, type Ref } from './refs.ts'
export type { Balance, Hold, Posted, Resolve, StatementFilter, StatementRow, Transfer } from './words.ts'
export { LedgerFault, NotEnough } from './words.ts'
export { openAccounts } from './posting/lockAccounts.ts'
export { lockAccounts } from './posting/lockAccounts.ts'
export { post, postMany } from './posting/post.ts'
export { changeHeld, hold, holdMany } from './posting/hold.ts'
export { release, releaseMany } from './posting/hold.ts'
export { mirrorOf, reversedOf } from './posting/mirror.ts'
export { balanceOf, balancesOf, platformBalances, platformDays, type PlatformDay } from './balances.ts'
export { owedBy, owedByAll, owedCentsSql, debtors, lockDebtMoney, type Owed } from './reading/owed.ts'
export { freeMoneyOf, heldMoneyOf, linesOf, lockAllMoney, type AllMoney, type Free } from './reading/freeMoney.ts'
export { feesCharged, type FeeCharged } from './reading/statement.ts'
export { entriesOf, feeOf, newestPostingSql, sumsOf } from './reading/statement.ts'
export { cardVersionsSql, spendEntriesSql } from './reading/cardEntries.ts'
export { moneyByAccount, richestAccounts } from './reading/moneyByAccount.ts'
export {
  cardEnds,
  cardSums,
  walletEnds,
  walletSums,
  type Beside,
  type CardSum,
  type FlowOf,
  type FlowPeriod,
  type WalletSum,
} from './reading/moneyFlow.ts'
export { cardFlowEntries, purchaseFlowEntries, walletFlowEntries, type FlowEntry } from './reading/moneyFlowEntries.ts'
export { topUpsByDay } from './topUps/topUpDays.ts'
export { holdById, holdsOn } from './balances.ts'
export { heldCte, lockMoneySql } from './posting/decisionSql.ts'
export { transferWhole } from './reading/exploreQueries.ts'
export { centsOf, coverNow, movedEarnings, tenantSum } from './proof/cover.ts'
export { effectiveSums, platformNow, type EffectiveSum } from './proof/platformSums.ts'
export type { Books } from './proof/books.ts'
export type { Break, Check } from './proof/checks.ts'
export { LOADS, provenUntil, SPENDS, saveCheckpoint } from './proof/checkpoints.ts'
export { breaksSeenBy as breaksIn, checkNames, prove, proveWithCover, type ProofKind } from './proof/prove.ts'
