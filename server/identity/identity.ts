/** Who people are: accounts, logins, sessions, and the proofs that it is really them. */

export { useIdentity } from './settings.ts'
export { authenticate } from './authenticate.ts'
export { askCode, checkCode, judgeOwnCode, useCode } from './codes.ts'
export { stepUpTicket, useTicket, type StepUp } from './tickets.ts'
export { resetGoogle } from './google/resetGoogle.ts'
export { endSessionsOfAccount, revokeRemembersOfAccount } from './sessionQueries.ts'
export { isBound, needGoogle, refuseSmsWhereGoogle } from './google/checkGoogle.ts'
export { refuseCoolingDown } from './security/coolDown.ts'
export { feeReturned, feesPaid, invitedOf, inviterOf, ringBetween, verifiedName } from './inviting/inviting.ts'
export { passOnPaper } from './verification/passOnPaper.ts'
export { blockersOf } from './closing/blockers.ts'
export { matchRestriction, settleDebts } from './restriction.ts'
export { allRestricted } from './queries.ts'
export { reclaimForDebt } from './closing/payable.ts'
export { payable } from './closing/desk.ts'
export type { CaseRow as ClosingCase } from './closing/closingQueries.ts'
export type { PayoutRow as ClosingPayout } from './closing/payoutQueries.ts'
export { decideIdentity, papersIn, type IdentityDecision } from './verification/decideIdentity.ts'
export { casesPage, earlierCases, insertLook, mayLook, nextCase } from './verification/deskQueries.ts'
export { openPaper, uploadPaper } from './verification/papers.ts'
export type { Papers } from './verification/submitIdentity.ts'
export {
  lockOrder as lockCase,
  orderByNo as caseByNo,
  type OrderRow as CaseFound,
} from './verification/verificationQueries.ts'
export { openAccount, openSub } from './accounts.ts'
export { openSession } from './sessions.ts'
export { hashPassword, passwordFits } from './passwords.ts'
export { refuseWeakPassword, refuseWeakPasswordOf } from './weakPasswords.ts'
export { forget, takeOrRefuse } from './tallies.ts'
export { originOf } from './origin.ts'
export { rememberBrowser, takeTry, tryWasRight, tryWasWrong, type Try } from './throttle.ts'
export { mobileOf } from './mobiles.ts'
export { authsOf } from './userInfo.ts'
export {
  accountOf,
  changeAccount,
  freezeSub,
  grantSub,
  namesOfSubs,
  ownMobile,
  subCountsOf,
  subForMoney,
  subNamesSql,
  subOf,
  subsOf,
  subStatusOf,
} from './people.ts'
export { grantRole, lockSubsOfRole, subsPerRole } from './grantQueries.ts'
export {
  addKey,
  lockOwnSubs,
  pageOfSubs,
  seatsOf,
  setSubPassword,
  takeEndingSubs,
  updateSeats,
  updateSub,
  type ShownSub,
} from './subs/subs.ts'
export { textHolder } from './textHolder.ts'
export { loginSince, recipientOf, textTo, type Recipient } from './recipients.ts'
export type { SubRow } from './queries.ts'
export {
  accountsOfIds,
  accountsOfMobile,
  accountsOfNo,
  accountsOfNos,
  holderOf,
  holdersOf,
  isOpen,
  loginsAtDesk,
  maskedOf,
  mobileAtDesk,
  readerOf,
  sessionsPage,
} from './atDesk.ts'
export type { FoundAccount } from './deskQueries.ts'
