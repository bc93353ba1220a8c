/** Differences between the issuer's cards and ours, on the Reconciliation page and as alarms. */
import { endAlarm, raiseAlarm } from '../core/alarms.ts'
import { db, type Tx } from '../core/db.ts'
import { keepBreakOpen, mendBreaksOf, openBreaksOf, type Break } from '../funding/funding.ts'
import { outside, OutsideRefused, type CardView } from '../outside/outside.ts'

/** As in the reconciliation of what cards have spent. */
const CARDS = 'CARDS'
const kinds = ['UNKNOWN_CARD', 'FAILED_BUT_OPEN', 'MISSING_AT_ISSUER'] as const
export const openCardBreaks = () => openBreaksOf(db, CARDS, kinds)
export const about = (kind: (typeof kinds)[number], ref: string) => ({ rail: CARDS, kind, ref })

export async function report(tx: Tx, found: Break): Promise<void> {
  if (await keepBreakOpen(tx, found))
    await raiseAlarm(tx, { kind: 'CARD_DIFFERS', subject: found.ref, detail: { card: found.ref, kind: found.kind } })
}

/** True where it was open. */
export async function endBreak(tx: Tx, kind: (typeof kinds)[number], ref: string): Promise<boolean> {
  await endAlarm(tx, 'CARD_DIFFERS', ref)
  return (await mendBreaksOf(tx, CARDS, kind, [ref])) > 0
}

export const isOpen = (state: CardView['state']): boolean => state !== 'CLOSED' && state !== 'FAILED'

/** Null: the issuer has no such card. */
export async function viewOf(ref: string): Promise<CardView | null> {
  try {
    return await outside.issuer.getCard(ref)
  } catch (error) {
    if (error instanceof OutsideRefused && error.code === 'CARD_NOT_FOUND') return null
    throw error
  }
}
