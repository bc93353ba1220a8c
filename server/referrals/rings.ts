import type { Tx } from '../core/db.ts'
import { ringBetween } from '../identity/identity.ts'
import { sharePayoutCard } from './cardQueries.ts'
import { insertRing, ringOf } from './queries.ts'

/**
 * Whoever invites themselves earns nothing. Two accounts count as one person if they are verified by one document, if
 * they were used with the same browser from the same public address, or if one bank card is paid by both. Once found it
 * stays found (docs/decisions/0033-pay-no-commission-for-self-referrals.md).
 */
export async function findRing(tx: Tx, inviter: string, invitee: string): Promise<boolean> {
  if (await ringOf(tx, inviter, invitee)) return true
  const why =
    (await ringBetween(tx, inviter, invitee)) ??
    ((await sharePayoutCard(tx, inviter, invitee)) ? ('PAYOUT_CARD' as const) : undefined)
  if (!why) return false
  await insertRing(tx, inviter, invitee, why)
  return true
}
