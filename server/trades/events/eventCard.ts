/** The card of an event, locked with its money, and with its wallet if that is affected: afterwards nothing that an event does waits for a lock. */
import type { FlowMeta } from '#contract/funding/funding.ts'
import type { Cents } from '#contract/core/money.ts'
import {
  cardOfIssuer,
  lockForPosting,
  WalletToo,
  type BillMeta,
  type PostedCard,
  type crossBorderOf,
} from '#server/cards/cards.ts'
import type { Tx } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { cardAccount, tenant, wallet, type Ref } from '#server/ledger/ledger.ts'
import type { Merchant } from '#server/outside/outside.ts'
import { checkMoney } from './checkEvent.ts'

/** The event refers to something that has not arrived yet. It is retried, and reaches a person after a day. */
export class NotYet extends Error {}

/** `account` is loaded for a closed card: it determines where its money goes. */
export type EventCard = PostedCard & {
  readonly account: { readonly status: string; readonly frozen: boolean } | undefined
}

export async function lockCardOf(
  tx: Tx,
  event: { issuer: string; cardRef: string; amount: number; currency: string },
  { withWallet }: Pick<Known, 'withWallet'>,
): Promise<EventCard> {
  const found = await cardOfIssuer(tx, event.issuer, event.cardRef)
  if (!found) throw new NotYet('the card has not come')
  const card = await lockForPosting(tx, found.accountId, found.cardId, { both: withWallet })
  checkMoney(card, event)
  const account = card.status === 'CLOSED' ? await accountOf(tx, found.accountId) : undefined
  return { ...card, account }
}

/** Called before anything is posted: what the card lacks comes from the wallet, which is locked before the card or not at all. */
export function reachWallet(card: EventCard, takes: Cents, { withWallet }: Pick<Known, 'withWallet'>): void {
  if (card.balance < takes && !withWallet) throw new WalletToo()
}

/** Where returned money goes: to the card, or for a deleted card to the wallet or what replaced it. */
export function refundTarget({ accountId, cardId, status, account }: EventCard): { to: Ref; onCard: boolean } {
  if (status !== 'CLOSED') return { to: cardAccount(accountId, cardId), onCard: true }
  if (account?.frozen) return { to: tenant('2420', accountId), onCard: false }
  // Its wallet has been emptied for the closing payout, and nothing is spent from it any more.
  if (account?.status === 'CLOSING' || account?.status === 'CLOSED')
    return { to: tenant('2410', accountId), onCard: false }
  return { to: wallet(accountId), onCard: false }
}

type Said = {
  readonly merchant: Pick<Merchant, 'name' | 'descriptor'>
  readonly merchantAmount: number
  readonly merchantCurrency: string
}

/** The data that statements and bills show. */
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

/** Data from outside the transaction is looked up before it: transactions that request a second connection deadlock once enough of them do. */
export type Known = {
  readonly merchantNo: number
  readonly conversionOf: Awaited<ReturnType<typeof crossBorderOf>>
  /** Lock the wallet before the card: this event affects it. */
  readonly withWallet: boolean
}
