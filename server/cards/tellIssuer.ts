import { db, type Tx } from '../core/db.ts'
import { later } from '../core/jobs.ts'
import { outside, OutsideRefused } from '../outside/outside.ts'
import { maybeCard, type CardRow } from './queries.ts'

declare module '../core/jobs.ts' {
  interface Jobs {
    'cards.tellIssuer': { accountId: string; cardId: string }
  }
}

/** Leave word for the issuer that a card's state has changed. Our own decisions go by our tables at once. */
export const tellLater = (tx: Tx, accountId: string, cardId: string): Promise<void> =>
  later(tx, 'cards.tellIssuer', { accountId, cardId }, { key: `tell ${cardId}`, queue: `card ${cardId}` })

/** Tell it the state as it is now, whatever it was when the job was left. No answer throws, and the job runs again. */
export async function tellIssuer({ accountId, cardId }: { accountId: string; cardId: string }): Promise<void> {
  const card = await maybeCard(db, { accountId, subUid: undefined }, cardId)
  if (!card?.issuer_ref) return
  try {
    await outside.issuer.setState(card.issuer_ref, wantedOf(card), 'by the account', `${cardId}-${card.version}`)
  } catch (error) {
    if (error instanceof OutsideRefused && error.code === 'CARD_CLOSED') return // closed is what closed cards stay
    throw error
  }
}

function wantedOf({ status, blocks }: CardRow): 'ACTIVE' | 'PAUSED' | 'CLOSED' {
  if (status === 'CLOSED') return 'CLOSED'
  // A card that is being deleted still clears what was authorized, so the issuer closes it only at the end.
  return status === 'ACTIVE' && blocks === 0 ? 'ACTIVE' : 'PAUSED'
}
