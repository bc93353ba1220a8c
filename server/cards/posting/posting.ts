/** What postings from the network read of a card, and write on it. */
import type { Cents } from '#contract/core/money.ts'
import type { Tx } from '#server/core/db.ts'
import { lockCardAlone, lockMoneyOf } from '../lockCard.ts'
import { maybeCardOfIssuer, type Reader } from '../queries.ts'
import { addSpent } from './queries.ts'

export const cardOfIssuer = async (
  reader: Reader,
  issuerId: string,
  issuerRef: string,
): Promise<{ accountId: string; cardId: string; ownerSubUid: string | null; currency: string } | undefined> => {
  const card = await maybeCardOfIssuer(reader, issuerId, issuerRef)
  return (
    card && {
      accountId: card.account_id,
      cardId: card.card_id,
      ownerSubUid: card.owner_sub_uid,
      currency: card.currency,
    }
  )
}

/** A card under its lock. Amounts in cents. */
export type PostedCard = {
  readonly accountId: string
  readonly cardId: string
  readonly cardSeqNo: string
  readonly last4: string
  readonly vid: string
  readonly ownerSubUid: string | null
  readonly issuerId: string
  readonly currency: string
  readonly status: string
  readonly balance: Cents
  readonly available: Cents
}

/** Thrown when the posting concerns the wallet but only the card is locked: start again and lock both. */
export class WalletToo extends Error {}

/**
 * Lock card money and card row, in the order that all postings keep, before posting a clearing or a refund: afterwards
 * {@link spent}, `coverNegative` and `holdsResolved` may be called in any order without waiting for anybody.
 *
 * With `both` the wallet is locked before them. Without it, it is left alone, or the purchases of an account's hundred
 * cards would settle one after another. The money of a card that is going concerns the wallet; that is known under the
 * lock only, when it is too late to lock it, and {@link WalletToo} is thrown.
 */
export async function lockForPosting(
  tx: Tx,
  accountId: string,
  cardId: string,
  { both }: { both: boolean } = { both: true },
): Promise<PostedCard> {
  const { card } = both ? await lockMoneyOf(tx, accountId, cardId) : await lockCardAlone(tx, accountId, cardId)
  if (!both && (card.status === 'CLOSING' || card.status === 'CLOSED')) throw new WalletToo()
  return {
    accountId,
    cardId,
    cardSeqNo: card.card_seq_no,
    last4: card.last4 ?? '',
    vid: card.vid,
    ownerSubUid: card.owner_sub_uid,
    issuerId: card.issuer_id,
    currency: card.currency,
    status: card.status,
    balance: card.balance_cents,
    available: card.available_cents,
  }
}

/**
 * Adds to the spent totals, of the card over its life and of its owner on the day of the posting: what an entry of a purchase, forced post or fee took from the
 * card, and, negative, what a refund or reversal returned to it. Called after the posting, in its transaction. The proof compares both totals with those
 * entries.
 */
export const spent = async (tx: Tx, accountId: string, cardId: string, amount: Cents): Promise<void> =>
  void (await addSpent(tx, accountId, cardId, amount))
