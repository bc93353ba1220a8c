/** Referrals: commission on the fees of invited accounts, and its payout. */

export { payoutCardClear, payoutCardsAtDesk } from './payouts/payoutCards.ts'
