import { db, type Tx } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { issuerOf, OutsideRefused } from '#server/outside/outside.ts'
import { maybeCard, type CardRow } from '../queries.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    'cards.tellIssuer': { accountId: string; cardId: string }
  }
}

/** Schedules telling the issuer that a card's state has changed. Our own decisions use our tables and change immediately. */
export const tellLater = (tx: Tx, accountId: string, cardId: string): Promise<void> =>
  later(tx, 'cards.tellIssuer', { accountId, cardId }, { key: `tell ${cardId}`, queue: `card ${cardId}` })

/** Tells the issuer the current state, whatever it was when the job was scheduled. If the issuer does not answer, this throws and the job runs again. */
export async function tellIssuer({ accountId, cardId }: { accountId: string; cardId: string }): Promise<void> {
  const card = await maybeCard(db, { accountId, subUid: undefined }, cardId)
  if (!card?.issuer_ref) return
  try {
    await issuerOf(card.issuer_id).setState(
      card.issuer_ref,
      wantedOf(card),
      'by the account',
      `${cardId}-${card.version}`,
    )
  } catch (error) {
    if (error instanceof OutsideRefused && error.code === 'CARD_CLOSED') return // a closed card stays closed
    throw error
  }
}

/** What the issuer is told. */
export function wantedOf({ status, blocks }: Pick<CardRow, 'status' | 'blocks'>): 'ACTIVE' | 'PAUSED' | 'CLOSED' {
  if (status === 'CLOSED') return 'CLOSED'
  // A card that is being deleted must still clear what was authorized, so the issuer closes it only at the end.
  return status === 'ACTIVE' && blocks === 0 ? 'ACTIVE' : 'PAUSED'
}
