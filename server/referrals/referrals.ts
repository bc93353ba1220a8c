/** Referrals: commission for the fees of invited accounts, and how it is taken out. */
import './proof.ts'
import './desk/queue.ts'
export { rebateTerms } from './terms.ts'
export { payoutCardClear, payoutCardsAtDesk } from './payoutCardOwners.ts'
