/** Referrals: commission for the fees of invited accounts, and how it is taken out. */

export { payoutCardClear, payoutCardsAtDesk } from './payouts/payoutCards.ts'
