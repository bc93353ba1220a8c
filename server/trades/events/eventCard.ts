/** The card of an event, locked with its money, and with its wallet where that is touched: afterwards nothing that an event does waits for anybody. */
import type { FlowMeta } from '#contract/funding/funding.ts'
import type { Cents } from '#contract/core/money.ts'
import { cardOfIssuer, lockForPosting, WalletToo, type BillMeta, type PostedCard } from '#server/cards/cards.ts'
import type { Tx } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { cardAccount, tenant, wallet, type Ref } from '#server/ledger/ledger.ts'
import type { Merchant } from '#server/outside/outside.ts'
import type { Known } from './apply.ts'
import { checkMoney } from './checkEvent.ts'

/** The event is about something that has not come yet. It is tried again, and looked at by a person after a day. */
export class NotYet extends Error {}

/** `accountStatus` is looked up for a card that is no more: it says where its money belongs. */
export type EventCard = PostedCard & { readonly accountStatus: string | undefined }

export async function lockCardOf(
  tx: Tx,
  event: { issuer: string; cardRef: string; amount: number; currency: string },
  { withWallet }: Pick<Known, 'withWallet'>,
): Promise<EventCard> {
  const found = await cardOfIssuer(tx, event.issuer, event.cardRef)
  if (!found) throw new NotYet('the card has not come')
  const card = await lockForPosting(tx, found.accountId, found.cardId, { both: withWallet })
  checkMoney(card, event)
  const accountStatus = card.status === 'CLOSED' ? (await accountOf(tx, found.accountId)).status : undefined
  return { ...card, accountStatus }
}

/** Before anything is posted: what the card does not have comes from the wallet, which is locked before the card or not at all. */
export function reachWallet(card: EventCard, takes: Cents, { withWallet }: Pick<Known, 'withWallet'>): void {
  if (card.balance < takes && !withWallet) throw new WalletToo()
}

/** Where money that comes back goes: to the card, or where the money of a card that is no more belongs. */
export function home({ accountId, cardId, status, accountStatus }: EventCard): { to: Ref; onCard: boolean } {
  if (status !== 'CLOSED') return { to: cardAccount(accountId, cardId), onCard: true }
  // Its wallet has been emptied for the payout, and nothing is spent from it any more.
  if (accountStatus === 'CLOSING' || accountStatus === 'CLOSED') return { to: tenant('2410', accountId), onCard: false }
  if (accountStatus === 'DEACTIVATED') return { to: tenant('2420', accountId), onCard: false }
  return { to: wallet(accountId), onCard: false }
}

type Said = {
  readonly merchant: Pick<Merchant, 'name' | 'descriptor'>
  readonly merchantAmount: number
  readonly merchantCurrency: string
}

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
