/** Identity: accounts, logins, sessions, and proof of identity. */

export { useIdentity } from './settings.ts'
export { authenticate, endedSessions } from './sessions/authenticate.ts'
export { askCode, checkCode, judgeOwnCode, useCode } from './codes/codes.ts'
export { smsRoutes, textsOfDay } from './codes/receipts.ts'
export { stepUpTicket, useRemembered, useTicket, type StepUp } from './codes/tickets.ts'
export { newChallenge, relyingParty, rpIdOrNull, useChallenge, type Bound } from './passkeys/challenges.ts'
export { knownTo, passkeyRowOf } from './passkeys/list.ts'
export type { NewPasskey, PasskeyRow } from './passkeys/queries.ts'
export { isHandleOf, userHandleOf } from './passkeys/usePasskey.ts'
export { ALGORITHMS, verifyAssertion, verifyAttestation, type Assertion } from './passkeys/verify.ts'
export { resetGoogle } from './google/bindGoogle.ts'
export { endSessionsOfAccount, revokeRemembersOfAccount, type SessionKey } from './sessions/queries.ts'
export { isBound, needGoogle, refuseSmsWhereGoogle } from './google/checkGoogle.ts'
export { refuseCoolingDown } from './coolDown.ts'
export { feeReturned, feesPaid, invitedOf, inviterOf, selfReferralBetween, verifiedName } from './inviting/inviting.ts'
export { blockersOf } from './closing/closeAccount.ts'
export { leaveToFreeze, matchRestriction, settleDebts } from './people/restriction.ts'
export { allRestricted } from './queries.ts'
export { reclaimForDebt } from './closing/payable.ts'
export { markEmpty as markPayableEmpty } from './closing/queries.ts'
export { openPaper, passOnPaper, uploadPaper } from './verification/papers.ts'
export { cardholdersOf, keepCardholder, type Cardholder } from './verification/cardholders.ts'
export { openAccount, openSub } from './people/people.ts'
export { openSession } from './sessions/sessions.ts'
export { hashPassword, passwordFits } from './passwords/passwords.ts'
export { refuseWeakPassword, refuseWeakPasswordOf } from './passwords/passwords.ts'
export { forget, takeOrRefuse } from './attempts/tallies.ts'
export { originOf } from './attempts/throttle.ts'
export { rememberBrowser, takeTry, tryWasRight, tryWasWrong, type Try } from './attempts/throttle.ts'
export { mobileOf } from './logins/mobiles.ts'
export { authsOf } from './profile/profile.ts'
export {
  accountNoSql,
  accountNumbersSql,
  accountOf,
  canBeCredited,
  changeAccount,
  freezeSub,
  grantSub,
  namesOfSubs,
  ownMobile,
  replaceInviteCode,
  subCountsOf,
  subForMoney,
  subNamesSql,
  subNoSql,
  subNumbersSql,
  subOf,
  subsOf,
  subStatusOf,
} from './people/people.ts'
export { grantRole, lockSubsOfRole, subsPerRole } from './subs/queries.ts'
export {
  addKey,
  lockOwnSubs,
  pageOfSubs,
  removeKey,
  seatsOf,
  setSubPassword,
  subsByNumber,
  takeEndingSubs,
  updateSeats,
  updateSub,
  type ShownSub,
} from './subs/subs.ts'
export { loginSince, recipientOf, textHolder, textTo, type Recipient } from './people/recipients.ts'
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
} from './people/findAccounts.ts'
export { listedAccounts, type FoundAccount } from './people/queries.ts'
