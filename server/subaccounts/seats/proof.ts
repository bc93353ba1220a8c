import type { Check } from '#server/ledger/ledger.ts'
import { lotsAgree, seatLots } from '#server/plans/plans.ts'

export const seatProofs: readonly Check[] = [
  lotsAgree(seatLots, {
    name: 'seat-deferred-not-its-lots',
    says: 'what an account has paid in advance for seats is what its lots have not become income of yet',
  }),
]
