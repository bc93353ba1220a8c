/** The card of an event, locked with its money and its wallet: afterwards nothing that an event does waits for anybody. */
import type { FlowMeta } from '../../../contract/funding.ts'
import { cardOfIssuer, lockForPosting, type BillMeta, type PostedCard } from '../../cards/cards.ts'
import type { Tx } from '../../db.ts'
import { accountOf } from '../../identity/identity.ts'
import { cardAccount, tenant, wallet, type Ref } from '../../ledger/ledger.ts'
import type { Merchant } from '../../outside/outside.ts'

/** The event is about something that has not come yet. It is tried again, and looked at by a person after a day. */
export class NotYet extends Error {}

export type EventCard = PostedCard & { readonly accountStatus: string }

export async function lockCardOf(tx: Tx, { issuer, cardRef }: { issuer: string; cardRef: string }): Promise<EventCard> {
  const found = await cardOfIssuer(tx, issuer, cardRef)
  if (!found) throw new NotYet('the card has not come')
  const card = await lockForPosting(tx, found.accountId, found.cardId)
  return { ...card, accountStatus: (await accountOf(tx, found.accountId)).status }
}

/** Where money that comes back goes: to the card, or where the money of a card that is no more belongs. */
export function home({ accountId, cardId, status, accountStatus }: EventCard): { to: Ref; onCard: boolean } {
  if (status !== 'CLOSED') return { to: cardAccount(accountId, cardId), onCard: true }
  if (accountStatus === 'CLOSED') return { to: tenant('2410', accountId), onCard: false }
  if (accountStatus === 'DEACTIVATED') return { to: tenant('2420', accountId), onCard: false }
  return { to: wallet(accountId), onCard: false }
}

type Said = { readonly merchant: Merchant; readonly merchantAmount: number; readonly merchantCurrency: string }

/** What statements and bills show of it. */
export const flowMeta = (
  card: EventCard,
  { merchant, merchantAmount, merchantCurrency }: Said,
  bizNo: string,
): FlowMeta & BillMeta => ({
  bizNo,
  cardId: card.cardId,
  cardSeqNo: card.cardSeqNo,
  lastFour: card.last4,
  ...(card.ownerSubUid && { subUid: card.ownerSubUid }),
  merchantName: merchant.name,
  descriptor: merchant.descriptor,
  merchantAmount,
  merchantCurrency,
})
